// The count of points at the end, one source after the other and then the places from the last to the first.

import { settings } from './settings.svelte';

const SOURCE = 420; // ms
const PLACE = 260;

export class Counting {
  step = $state(0);
  readonly last: number;
  private timer = 0;

  constructor(
    readonly sources: number,
    readonly places: number,
  ) {
    this.last = sources + places;
    if (settings.moves && !document.hidden) this.next();
    else this.finish();
  }

  private next(): void {
    const wait = (this.step < this.sources ? SOURCE : PLACE) / settings.kept.speed;
    this.timer = window.setTimeout(() => {
      this.step += 1;
      if (this.step < this.last) this.next();
    }, wait);
  }

  /** Everything stands at once. */
  finish(): void {
    window.clearTimeout(this.timer);
    this.step = this.last;
  }

  get done(): boolean {
    return this.step >= this.last;
  }

  /** Is the place shown, of so many? */
  shows(place: number): boolean {
    return this.step >= this.sources + this.places - place + 1;
  }
}
