import { describe, expect, it } from 'vitest';
import { label, limits, offered, settled, unusual, wrong } from '../src/lib/options';
import type { ListOption, NumberOption } from '../src/lib/types';

const claims: ListOption = {
  name: 'claims', default: 'compulsory', rule: 'X-R1', words: 'Must it be taken?', values: ['compulsory', 'optional'], seats: [],
  labels: { compulsory: 'Yes', optional: 'No, it may be declined' },
};
const open: ListOption = { name: 'open', default: true, rule: 'X-R2', words: 'Is it open?', values: [true, false], seats: [], labels: { true: 'Yes', false: 'No' } };
const first: ListOption = {
  name: 'first', default: 'random', rule: 'X-R3', words: 'Who begins?', values: ['random', '0', '1', '2', '3'], seats: ['0', '1', '2', '3'],
  labels: { random: 'Drawn at random' },
};
const cap: NumberOption = { name: 'cap', default: 40, rule: 'X-R4', words: 'How many rounds?', min: 0, max: 300, unit: 'rounds', labels: { 0: 'No limit' } };

describe('a house rule', () => {
  it('is said in words', () => {
    expect([label(claims, 'optional'), label(open, false)]).toEqual(['No, it may be declined', 'No']);
    expect([0, 1, 2].map((n) => label(cap, n))).toEqual(['No limit', '1 round', '2 rounds']);
    expect(label({ ...cap, unit: '' }, 7)).toBe('7');
  });

  it('counts seats as the table does, and offers those there are', () => {
    expect(offered(first, 3).map((value) => label(first, value))).toEqual(['Drawn at random', 'Seat 1', 'Seat 2', 'Seat 3']);
    expect(offered(claims, 2)).toEqual(claims.values);
  });

  it('falls back to the usual when a seat is gone', () => {
    const wishes = { first: '2', cap: 3, claims: 'optional' };
    expect(settled([claims, first, cap], wishes, 3)).toEqual(wishes);
    expect(settled([claims, first, cap], wishes, 2)).toEqual({ ...wishes, first: 'random' });
  });

  it('says what a number may be', () => {
    expect(limits(cap)).toBe('0 to 300, usually 40; 0: no limit');
    expect([0, 300].map((n) => wrong(cap, n))).toEqual(['', '']);
    for (const wish of [null, undefined, -1, 301, 1.5, NaN]) expect(wrong(cap, wish)).toBe('Please give a whole number from 0 to 300.');
    expect(wrong(claims, 'optional')).toBe('');
  });

  it('is worth a word where it is not as usual', () => {
    expect(unusual([claims, open, first, cap], { claims: 'compulsory', open: false, first: '0', cap: 1 })).toEqual([
      { name: 'open', words: 'Is it open?', answer: 'No' },
      { name: 'first', words: 'Who begins?', answer: 'Seat 1' },
      { name: 'cap', words: 'How many rounds?', answer: '1 round' },
    ]);
  });
});
