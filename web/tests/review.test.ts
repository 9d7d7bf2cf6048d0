import { expect, it } from 'vitest';
import { bands, leader, mistakesOf, signed, turningPoints, verdict, type Review, type ReviewEvent } from '../src/lib/review';

const event = (over: Partial<ReviewEvent>): ReviewEvent => ({ number: 0, first: 0, last: 1, seat: 0, heading: 'A stall, round 1', told: [], kind: 'best', loss: 0, half: 0, lines: [], choice: [], chance: [], ...over });

it('calls a move what it was', () => {
  expect(verdict(event({ kind: 'mistake', loss: 0.142 }))).toBe('A mistake −14 %');
  expect(verdict(event({ kind: 'inaccuracy', loss: 0.05 }))).toBe('An inaccuracy −5 %');
  expect(verdict(event({ kind: 'best' }))).toBe('The best move');
  expect([signed(0.004), signed(-0.2)]).toEqual(['+0 %', '−20 %']);
});

it('sees a turning point where a lead holds', () => {
  const up = [0.4, 0.6];
  const down = [0.6, 0.4];
  expect(leader(up)).toBe(1);
  expect(turningPoints([down, up, down, down, down, up, up, up])).toEqual([4]);
  expect(turningPoints([down, down])).toEqual([]);
});

it('finds the rounds, and the mistakes of a seat', () => {
  const events = [event({}), event({ kind: 'blunder' }), event({ heading: 'A stall, round 2', seat: 1, kind: 'mistake' })];
  expect(bands(events)).toEqual([{ from: 0, to: 2, words: 'round 1' }, { from: 2, to: 3, words: 'round 2' }]);
  const review: Review = { names: [], curve: [], accounts: [], story: [], events };
  expect(mistakesOf(review, 0)).toEqual([events[1]]);
});
