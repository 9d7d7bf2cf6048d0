import { describe, expect, it } from 'vitest';
import { explainedIn, type Guide } from '../src/lib/teaching';
import { told, wordOf } from '../src/lib/things';
import type { Piece, Zone } from '../src/lib/types';

const guide: Guide = {
  title: 'A game',
  lead: '',
  facts: [],
  words: 1,
  minutes: 1,
  chapters: [
    { id: 'the-table', title: 'The table', aid: false, blocks: [{ kind: 'text', text: 'A [Dish](UM-13) has three cards.' }] },
    { id: 'points', title: 'Points', aid: false, blocks: [{ kind: 'list', ordered: false, items: ['A [Dish](UM-13)', 'a [ruling](UM-R4)'] }] },
  ],
};

describe('explainedIn', () => {
  it('says where the guide first speaks of a rule', () => {
    const found = explainedIn(guide, 'umami');
    expect(found.get('UM-13')).toEqual({ href: '/guide/umami#the-table', title: 'The table' });
    expect(found.get('UM-R4')?.title).toBe('Points');
    expect(found.has('UM-1')).toBe(false);
  });
});

describe('told', () => {
  const tell = told({ zones: { dish: 'A Dish.' }, pieces: { card: 'A card.' }, scores: {}, meters: {} });
  const zone = { id: 'dish:0.2' } as Zone;

  it('knows a zone without its owner and number', () => {
    expect(['dish:0.2', 'mine-1', 'favorites-deck', 'hand:0'].map(wordOf)).toEqual(['dish', 'mine', 'favorites-deck', 'hand']);
  });

  it('says what a piece is, or else its place', () => {
    expect(tell?.(zone, { kind: 'card' } as Piece)).toBe('A card.');
    expect(tell?.(zone, { kind: 'cube' } as Piece)).toBe('A Dish.');
    expect(tell?.({ id: 'bag' } as Zone, undefined)).toBe('');
  });
});
