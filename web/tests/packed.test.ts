import { describe, expect, it } from 'vitest';
import { apart, inRows, packed } from '../src/lib/packed';

const box = (x: number, y: number, w = 10, h = 10) => ({ x, y, w, h });

describe('packed', () => {
  it('shrinks what is empty and leaves the rest where it is', () => {
    const { boxes, width, height } = packed([box(100, 50), box(200, 50), box(200, 300)], 4);
    expect(boxes).toEqual([box(0, 0), box(14, 0), box(14, 14)]);
    expect([width, height]).toEqual([24, 24]);
  });

  it('keeps gaps that are small already', () => {
    expect(packed([box(0, 0), box(12, 0)], 4).boxes[1]?.x).toBe(12);
  });

  it('takes nothing', () => {
    expect(packed([], 4)).toEqual({ boxes: [], width: 0, height: 0 });
  });
});

describe('inRows', () => {
  it('sets groups beside each other where there is room', () => {
    const { boxes } = inRows([[box(0, 0, 100, 50)], [box(0, 400, 100, 50)]], 10, 600, 1);
    expect(boxes[0]?.y).toBe(boxes[1]?.y);
    expect(boxes[1]?.x).toBeGreaterThan(100);
  });

  it('sets them below each other where there is none', () => {
    const { boxes } = inRows([[box(0, 0, 300, 60)], [box(0, 400, 300, 60)]], 10, 300, 1);
    expect(boxes[1]?.y).toBeGreaterThan(60);
  });

  it('never lays one over another', () => {
    const groups = [40, 90, 20, 70, 55].map((size, i) => [box(i * 300, 0, size, size), box(i * 300 + size + 3, 0, 20, size)]);
    const { boxes } = inRows(groups, 8, 320, 1);
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) expect(a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y).toBe(true);
    }
  });
});

describe('apart', () => {
  it('keeps labels off each other and near the picture', () => {
    const spots = apart([{ x: 5, y: 5 }, { x: 6, y: 5 }, { x: 400, y: 5 }], 20, 4, 200, 100);
    expect(Math.hypot((spots[0]?.x ?? 0) - (spots[1]?.x ?? 0), (spots[0]?.y ?? 0) - (spots[1]?.y ?? 0))).toBeGreaterThanOrEqual(20);
    expect(spots[2]?.x).toBeLessThanOrEqual(200);
  });
});
