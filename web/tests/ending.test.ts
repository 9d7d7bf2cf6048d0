import { describe, expect, it } from 'vitest';
import { capital, decider, levelWords, toldSources, winWords } from '../src/lib/ending';
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

describe('the tie-breaks of a seat', () => {
  const first = panel(['Dishes', 9], ['Coins (tie-break)', 2]);
  const told = (score: number, over: boolean): string[] => toldSources(first, [first, { ...first, seat: 1, score }], over).map(([words]) => words);

  it('are told where somebody is level, or the match goes on', () => {
    expect(told(9, true)).toEqual(['Dishes', 'Coins (tie-break)']);
    expect(told(8, false)).toEqual(['Dishes', 'Coins (tie-break)']);
  });

  it('are left out where they decided nothing', () => expect(told(8, true)).toEqual(['Dishes']));
});

it('names whoever won', () => {
  const [a, b] = [{ ...panel(), name: 'Ann' }, { ...panel(), seat: 1, name: 'Bob' }];
  expect([winWords([a], 0), winWords([a], 1), winWords([a, b], -1), winWords([a, b], 1), winWords([], 0)]).toEqual(['You win!', 'Ann wins', 'Ann and Bob share the win', 'You and Ann share the win', 'Nobody wins']);
});

it('begins a sentence', () => {
  expect([capital('a cap ended it'), capital('')]).toEqual(['A cap ended it', '']);
});
