import { describe, expect, it } from 'vitest';
import { shapeOf } from '../src/lib/shapes';
import { slotsOf } from '../src/lib/slots';
import { piece } from './help';

describe('slots', () => {
  const ids = (pieces: ReturnType<typeof piece>[], slots = 0): string[][] => slotsOf({ pieces, slots }).map((lying) => lying.map((one) => one.id));

  it('keeps the place of what is missing', () => {
    expect(ids([piece('a'), piece('b')], 4)).toEqual([['a'], ['b'], [], []]);
    expect(ids([{ ...piece('a'), slot: 2 }], 3)).toEqual([[], [], ['a']]);
  });

  it('puts the others into the places that nobody names', () => {
    expect(ids([{ ...piece('a'), slot: 0 }, piece('b'), { ...piece('c'), slot: 2 }, piece('d')])).toEqual([['a'], ['b'], ['c'], ['d']]);
  });

  it('stacks those of one place', () => {
    expect(ids([{ ...piece('a'), slot: 1 }, { ...piece('b'), slot: 1 }], 2)).toEqual([[], ['a', 'b']]);
  });

  it('grows for more pieces than places', () => {
    expect(ids([piece('a'), piece('b'), piece('c')], 1)).toHaveLength(3);
  });
});

describe('the shape of the screen', () => {
  it('is one of four', () => {
    const sizes: [number, number, string][] = [[1280, 800, 'wide'], [2560, 1440, 'wide'], [820, 1180, 'tablet'], [390, 844, 'tall'], [360, 640, 'tall'], [844, 390, 'flat'], [600, 600, 'tablet']];
    for (const [width, height, shape] of sizes) expect(shapeOf(width, height)).toBe(shape);
  });
});
