import { describe, expect, it } from 'vitest';
import { capital, decider, levelWords, winWords } from '../src/lib/ending';
import type { Panel } from '../src/lib/types';

const panel = (...sources: [string, number][]): Panel => ({ seat: 0, name: 'A', score: 9, sources, marks: [], hand: -1, face: '' });

describe('level on points', () => {
  it('names the first tie-break that differs', () => {
    const [a, b] = [panel(['Dishes', 9], ['Coins (tie-break)', 2], ['Blossoms (tie-break)', 3]), panel(['Dishes', 9], ['Coins (tie-break)', 2], ['Blossoms (tie-break)', 1])];
    expect(decider(a, b)).toEqual({ words: 'Blossoms', first: 3, second: 1 });
    expect(levelWords(a, b)).toBe('level on points, blossoms decided: 3 to 1');
  });

  it('says no more than it knows', () => {
    expect(decider(panel(['Dishes', 9]), panel(['Dishes', 8]))).toBeNull();
    expect(levelWords(panel(), panel())).toBe('level on points, the tie-break decided');
  });
});

it('names whoever won', () => {
  const [a, b] = [{ ...panel(), name: 'Ann' }, { ...panel(), seat: 1, name: 'Bob' }];
  expect([winWords([a], 0), winWords([a], 1), winWords([a, b], -1), winWords([a, b], 1), winWords([], 0)]).toEqual(['You win!', 'Ann wins', 'Ann and Bob share the win', 'You and Ann share the win', 'Nobody wins']);
});

it('begins a sentence', () => {
  expect([capital('a cap ended it'), capital('')]).toEqual(['A cap ended it', '']);
});
