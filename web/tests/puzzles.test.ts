import { describe, expect, it } from 'vitest';
import { followingOf, ratingOf, streakOf, wasSolved } from '../src/lib/puzzles';

const puzzle = (id: string, rating: number, theme = 'steal') => ({ id, rating, theme, players: 3 });
const KNOWN = [puzzle('a', 1500), puzzle('b', 1700), puzzle('c', 1300, 'put'), puzzle('d', 1450, 'put')];

describe('puzzles', () => {
  it('rates solvers as the terminal does, in any order', () => {
    expect(ratingOf(KNOWN, [])).toBe(1500);
    expect(ratingOf(KNOWN, ['solved:a', 'failed:b', 'solved:c'])).toBe(1554);
    expect(ratingOf(KNOWN, ['solved:c', 'solved:a', 'failed:b', 'solved:unknown'])).toBe(1554);
  });

  it('counts the first try', () => {
    expect(wasSolved(['failed:a', 'solved:a'], 'a')).toBe(false);
    expect(wasSolved(['solved:a'], 'a')).toBe(true);
  });

  it('goes on to what fits, of one kind if that is wanted', () => {
    expect(followingOf(KNOWN, [])?.id).toBe('a');
    expect(followingOf(KNOWN, ['failed:a'])?.id).toBe('d');
    expect(followingOf(KNOWN, [], 'put')?.id).toBe('d');
    expect(followingOf(KNOWN, ['solved:c', 'failed:d'], 'put')).toBeUndefined();
  });

  it('counts days in a row up to today or yesterday', () => {
    const words = ['day:2026-02-25', 'day:2026-02-27', 'day:2026-02-28', 'day:2026-03-01'];
    expect([streakOf(words, '2026-03-01'), streakOf(words, '2026-03-02'), streakOf(words, '2026-03-03')]).toEqual([3, 3, 0]);
  });
});
