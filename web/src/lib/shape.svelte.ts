// Which of four canvases fits the window. docs/canvas.md says what they mean; stylesheets read `data-shape`.

export type Shape = 'wide' | 'tablet' | 'tall' | 'flat';

const LOW = 520; // px: a phone on its side
const SLIM = 600; // px: a phone held upright
const SHORT = 720; // px: a phone on which a row less fits

export function shapeOf(width: number, height: number): Shape {
  if (width * 10 >= height * 11) return height > LOW ? 'wide' : 'flat';
  return width < SLIM ? 'tall' : 'tablet';
}

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
