import { describe, expect, it } from 'vitest';
import { leftOf, since } from '../src/lib/clocks.svelte';
import type { Clocks } from '../src/lib/types';

const clocks: Clocks = {
  pace: 'live',
  seats: [{ left: 60_000, running: true }, { left: 45_000, running: false }, { left: null, running: false }],
  hammer: null,
  at: 1_000,
};

describe('clocks between two events', () => {
  it('go by on the time of the house, not on ours', () => {
    expect(since(clocks, 500, 4_500)).toBe(3_000);
    expect(since(clocks, 5_000, 4_500)).toBe(0);
  });

  it('run for those who are to move, and not below nothing', () => {
    expect(leftOf(clocks, 0, 3_000)).toBe(57_000);
    expect(leftOf(clocks, 1, 3_000)).toBe(45_000);
    expect(leftOf(clocks, 2, 3_000)).toBeNull();
    expect(leftOf(clocks, 7, 3_000)).toBeNull();
    expect(leftOf(clocks, 0, 90_000)).toBe(0);
  });
});
