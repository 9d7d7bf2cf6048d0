import { describe, expect, it } from 'vitest';
import { missedFrom, stories, underName } from '../src/lib/story';
import type { LogEntry } from '../src/lib/types';

const entry = (turn: number, heading: string, lines: string[], points = [0, 0], seat = turn): LogEntry => ({ seat, notation: '', lines, at: 0, turn, heading, kind: 'action', points, events: [] });

describe('the log as turns', () => {
  const [one, two] = ['Game, round 1', 'Game, round 2'];

  it('has a heading for each turn, also where others are asked in it', () => {
    const told = stories([entry(0, one, ['a']), entry(0, one, ['b'], [0, 0], 1), entry(1, one, ['c']), entry(0, two, ['d'])], 7);
    expect(told.map(({ seat, when, first, until }) => [seat, when, first, until])).toEqual([[0, 'round 1', 7, 9], [1, 'round 1', 9, 10], [0, 'round 2', 10, 11]]);
    expect(told[0]?.steps.map((step) => step.seat)).toEqual([0, 1]);
  });

  it('keeps the result in sight and folds the steps', () => {
    const [turn] = stories([entry(0, one, ['a']), entry(0, one, []), entry(0, one, ['b', 'c'], [3, -1]), entry(0, one, ['d'])]);
    expect(turn?.steps.map((step) => step.index)).toEqual([0, 2, 3]);
    expect(turn?.result.map((step) => [step.index, step.gains])).toEqual([[2, [{ seat: 0, points: 3 }, { seat: 1, points: -1 }]]]);
    expect(turn?.folds).toBe(true);
  });

  it('shows the beginning of a turn without a result, and no turn of which nothing is told', () => {
    const told = stories([entry(0, one, ['a']), entry(0, one, ['b']), entry(0, one, ['c']), entry(1, one, []), entry(0, two, ['d'])]);
    expect(told.map((turn) => turn.result.map((step) => step.index))).toEqual([[0, 1], [4]]);
    expect(told.map((turn) => turn.folds)).toEqual([true, false]);
  });

  it('has no time where the heading is the title alone', () => {
    expect(stories([entry(0, 'Game', ['a'])])[0]?.when).toBe('');
  });
});

describe('what was missed', () => {
  const by = (...seats: number[]): LogEntry[] => seats.map((seat) => entry(seat, 'Game', ['a']));

  it('is what others did since my move', () => expect(missedFrom(by(0, 0, 1, 2), 0)).toBe(2));
  it('is still that while I am at it', () => expect(missedFrom(by(0, 1, 2, 0, 0), 0)).toBe(1));
  it('is everything before my first move', () => expect(missedFrom(by(1, 2), 0)).toBe(0));
  it('is nothing where only I have moved', () => expect(missedFrom(by(0, 0), 0)).toBe(2));
});

describe('the name in the heading', () => {
  const told = (...lines: string[][]): string[][] => underName(stories(lines.map((some) => entry(0, 'Game', some)))[0]?.steps ?? [], 'Ann', ['Ann', 'Ann 2', 'Bob']);

  it('is left out of the lines below, and no other', () => {
    expect(told(['Ann bids 3k', 'Ann wins'], ['Round 2 begins', 'Ann draws'])).toEqual([['bids 3k', 'wins'], ['Round 2 begins', 'draws']]);
    expect(told(['Ann 2 bids 3k'])).toEqual([['Ann 2 bids 3k']]);
    expect(told(['Bob bids 3k'])).toEqual([['Bob bids 3k']]);
  });

  it('is said again once somebody else was named', () => {
    expect(told(['Ann cooks'], ['Bob has cooked', 'Ann has cooked'], ['Ann is done'])).toEqual([['cooks'], ['Bob has cooked', 'Ann has cooked'], ['Ann is done']]);
  });
});
