// The person on this device. A first visit makes a guest.

import { untrack } from 'svelte';
import { api, Refused } from './api';
import { GONE, line } from './line.svelte';
import type { Person } from './types';

class Me {
  person = $state.raw<Person | null>(null);
  private coming: Promise<Person> | null = null;

  /** The person, made if there is none yet. Whoever asks in an effect is not asked again when the person comes. */
  get(): Promise<Person> {
    const known = untrack(() => this.person);
    if (known) return Promise.resolve(known);
    if (untrack(() => line.down)) return Promise.reject(new Refused(0, GONE));
    this.coming ??= this.load().finally(() => (this.coming = null));
    return this.coming;
  }

  /** Making a guest gives back the person of the cookie where there is one. */
  private async load(): Promise<Person> {
    this.person = await api.guest();
    return this.person;
  }

  async forget(): Promise<void> {
    await api.logout();
    this.person = null;
    await this.get();
  }
}

export const me = new Me();
