import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Line } from '../src/lib/line.svelte';

let there: boolean;
let asked: number;
let line: Line;

beforeEach(() => {
  vi.useFakeTimers();
  [there, asked] = [false, 0];
  line = new Line(async () => (asked++, there));
});
afterEach(() => vi.useRealTimers());

it('is down when nobody is there, and asks until somebody is', async () => {
  await line.doubt();
  expect(line.down).toBe(true);
  await vi.advanceTimersByTimeAsync(3000);
  expect([line.down, asked]).toEqual([true, 2]);
  there = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect([line.down, asked]).toEqual([false, 3]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(3);
});

it('is not asked twice at once', async () => {
  await Promise.all([line.doubt(), line.doubt()]);
  expect(asked).toBe(1);
});

it('is asked at once when there is news', async () => {
  await line.doubt();
  there = true;
  await line.doubt();
  expect(line.down).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(2);
});

it('is up as soon as the house is heard', async () => {
  await line.doubt();
  line.heard();
  expect(line.down).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(1);
});
