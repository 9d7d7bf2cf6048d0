import { describe, expect, it } from 'vitest';
import { freest, type Box } from '../src/lib/placing';

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
const room = box(0, 0, 390, 844);

describe('where the coach stands', () => {
  it('is where he would like to be, if nothing is hidden there', () => {
    expect(freest(300, 100, room, [], { left: 40, top: 300 })).toEqual({ left: 40, top: 300 });
  });

  it('is off the question, and rather on what matters less', () => {
    const kept = [
      { box: box(0, 0, 390, 400), weight: 1 },
      { box: box(0, 400, 390, 844), weight: 9 },
    ];
    const at = freest(390, 100, room, kept, { left: 0, top: 600 });
    expect(at.top + 100).toBeLessThanOrEqual(400);
  });

  it('uses a gap that is just large enough', () => {
    const kept = [
      { box: box(0, 0, 390, 205), weight: 1 },
      { box: box(0, 310, 390, 844), weight: 1 },
    ];
    expect(freest(390, 100, room, kept, { left: 0, top: 0 }).top).toBe(208);
  });

  it('stays in a room that is too small', () => {
    expect(freest(500, 900, room, [], { left: 0, top: 0 })).toEqual({ left: 0, top: 0 });
  });
});
