import { describe, expect, it } from 'vitest';
import { shared } from '../src/lib/share';
import { piece, scene, zone } from './help';

describe('a shared scene', () => {
  it('keeps what did not change', () => {
    const before = scene([zone('a', [piece('x'), piece('y')]), zone('b', [piece('z')])]);
    const after = scene([zone('a', [piece('x'), piece('y', 'other')]), zone('b', [piece('z')])]);
    const made = shared(before, after);
    expect(made).toEqual(after);
    expect(made.zones[1]).toBe(before.zones[1]);
    expect(made.zones[0]).not.toBe(before.zones[0]);
    expect(made.zones[0]?.pieces[0]).toBe(before.zones[0]?.pieces[0]);
    expect(made.panels).toBe(before.panels);
  });

  it('knows places and pieces by their names, wherever they stand', () => {
    const before = scene([zone('a', [piece('x'), piece('y')]), zone('b')]);
    const made = shared(before, scene([zone('b'), zone('a', [piece('y')])]));
    expect(made.zones.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(made.zones[0]).toBe(before.zones[1]);
    expect(made.zones[1]?.pieces).toEqual([piece('y')]);
    expect(made.zones[1]?.pieces[0]).toBe(before.zones[0]?.pieces[1]);
  });

  it('notices whatever changes of a piece or a place', () => {
    const one = { ...zone('a', [piece('x')]), rules: ['A-1'] };
    const before = scene([one]);
    const others = [{ ...one, spoken: 'new' }, { ...one, pieces: [{ ...piece('x'), art: 'new' }] }, { ...one, rules: [] }, { ...one, rules: ['A-1', 'A-2'] }];
    for (const other of others) expect(shared(before, scene([other]))).toEqual(scene([other]));
  });

  it('is the same where nothing changed', () => {
    const before = scene([zone('a', [piece('x')])]);
    expect(shared(before, scene([zone('a', [piece('x')])]))).toBe(before);
    expect(shared(null, before)).toBe(before);
  });
});
