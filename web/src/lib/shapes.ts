// Which of four canvases fits the window. docs/canvas.md says what they mean; stylesheets read `data-shape`.

export type Shape = 'wide' | 'tablet' | 'tall' | 'flat';

const LOW = 520; // px: a phone on its side
const SLIM = 600; // px: a phone held upright

export function shapeOf(width: number, height: number): Shape {
  if (width * 10 >= height * 11) return height > LOW ? 'wide' : 'flat';
  return width < SLIM ? 'tall' : 'tablet';
}
