import { expect, test } from 'vitest';
import { rated, ratingWords } from '../src/lib/hints';

test('a hint is the best, as good, or poor', () => {
  expect([0.62, 0.6, 0.58, 0.4].map((chance) => rated(chance, 0.62).rating)).toEqual(['best', 'good', 'good', 'poor']);
  expect(ratingWords(rated(0.4, 0.62))).toBe('poor 40%');
});
