// The shape of this window.

import { shapeOf } from './shapes';

const SHORT = 720; // px: a phone on which a row less fits

class Screen {
  private width = $state(window.innerWidth);
  private height = $state(window.innerHeight);
  shape = $derived(shapeOf(this.width, this.height));
  short = $derived(this.height < SHORT);
  /** Rivals are a strip, and what is said of a thing is a sheet. */
  small = $derived(this.shape === 'tall' || this.shape === 'flat');
  /** The log is a sheet. */
  drawer = $derived(this.shape !== 'wide');

  constructor() {
    window.addEventListener('resize', () => {
      this.width = window.innerWidth;
      this.height = window.innerHeight;
    });
  }
}

export const screen = new Screen();
