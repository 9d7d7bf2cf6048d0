import { expect, it } from 'vitest';
import { rowOf } from '../src/lib/words';

it('shares things out evenly among rows', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((count) => rowOf(count, 4))).toEqual([1, 2, 3, 4, 3, 3, 4, 4, 3]);
  expect(rowOf(0, 4)).toBe(4);
});
