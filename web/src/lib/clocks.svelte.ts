// Time at the table as it goes by between two events.

import { onMount } from 'svelte';
import type { Clocks } from './types';

const TICK = 200; // ms

/** The time now, for as long as a component is there. */
export function ticking(): { readonly now: number } {
  let now = $state(Date.now());
  onMount(() => {
    const timer = window.setInterval(() => (now = Date.now()), TICK);
    return () => window.clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}

/** Milliseconds since the house told the clocks; `skew` is what our clock is ahead of its. */
export function since(clocks: Clocks, skew: number, now: number): number {
  return Math.max(0, now - skew - clocks.at);
}

/** What is left for a seat, where it has a clock. */
export function leftOf(clocks: Clocks, seat: number, gone: number): number | null {
  const clock = clocks.seats[seat];
  if (clock?.left == null) return null;
  return Math.max(0, clock.left - (clock.running ? gone : 0));
}
