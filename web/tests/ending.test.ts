import { describe, expect, it } from 'vitest';
import { capital, decider, honour, levelWords, storeys, toldSources, winWords } from '../src/lib/ending';
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

describe('what is said first', () => {
  const [a, b] = [{ ...panel(), name: 'Ann' }, { ...panel(), seat: 1, name: 'Bob' }];
  const finale = { words: 'Tea for {}.', art: 'tea', sources: { Dishes: 'rice' } };

  it('is how it went for who looks', () => {
    expect([winWords([a], 0), winWords([a], 1), winWords([a], 1, 3), winWords([a], -1)]).toEqual(['You won!', 'You lost', 'You lost by 3', 'Ann won']);
    expect([winWords([a, b], -1), winWords([a, b], 1), winWords([a, b], 2), winWords([], 0)]).toEqual(['Ann and Bob share the win', 'You and Ann share the win', 'Ann and Bob won together', 'Nobody won']);
  });

  it('honours the winners by name', () => {
    expect([honour(finale, [a], -1), honour(finale, [a, b], 1), honour(finale, [], 1), honour(null, [a], 1)]).toEqual(['Tea for Ann.', 'Tea for you and Ann.', '', '']);
  });
});

describe('the storeys of a tower', () => {
  const finale = { words: '', art: 'tea', sources: { Dishes: 'rice' } };

  it('are the sources without tie-breaks, and what none of them tells', () => {
    const one = panel(['Dishes', 9], ['Coins (tie-break)', 2]);
    expect(storeys(one, [one], 12, finale)).toEqual([{ words: 'Dishes', points: 9, art: 'rice' }, { words: 'other', points: 3, art: '' }]);
  });

  it('are the points themselves where no source is told', () => expect(storeys(panel(), [panel()], 9, finale)).toEqual([{ words: 'points', points: 9, art: 'tea' }]));
});

it('begins a sentence', () => {
  expect([capital('a cap ended it'), capital('')]).toEqual(['A cap ended it', '']);
});
