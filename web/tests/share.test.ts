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
  });
});
