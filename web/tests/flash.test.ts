import { expect, test } from 'vitest';
import { flashOf } from '../src/lib/table.svelte';
import type { Happening, LogEntry, Scene } from '../src/lib/types';

const scene = (title: string): Scene => ({ title, panels: [{ seat: 0, name: 'Ann' }, { seat: 1, name: 'Ben' }] }) as unknown as Scene;
const entry = (lines: string[], points: number[]): LogEntry => ({ lines, points }) as unknown as LogEntry;

test('a new round and what a move brought are noticed, nothing else', () => {
  expect(flashOf(scene('Inn, day 1'), scene('Inn, day 1'), [entry(['Ann rolls 3'], [0, 0])])).toBeNull();
  expect(flashOf(null, scene('Inn, day 1'), [])).toBeNull();
  expect(flashOf(scene('Inn, day 1'), scene('Inn, day 2'), [entry(['Ann rolls 3'], [0, 0])])?.round).toBe('day 2');
  expect(flashOf(scene('Inn'), scene('Inn'), [entry(['Ann passes', 'Ben serves a guest. IN-4'], [0, 3])])?.results).toEqual([
    { seat: 1, line: 'Ben serves a guest.', points: 3 },
  ]);
});

test('of several lines the one that brought the points is told', () => {
  const scored: Happening = { what: 'scored', seat: 0, zone: '', pieces: [], tone: 'good', points: 9, words: 'Ann stores 9 fish' };
  const told = entry(['Ann has paid', 'Ann stores 9 fish', 'Ben waits'], [9, 0]);
  expect(flashOf(scene('Inn'), scene('Inn'), [told], [scored])?.results).toEqual([{ seat: 0, line: 'Ann stores 9 fish', points: 9 }]);
});

test('a moment is said once, and felt by whom it is', () => {
  const flash = (happened: Happening[], told: LogEntry[] = []) => flashOf(scene('Inn'), { ...scene('Inn'), seat: 0 }, told, happened);
  const near: Happening = { what: 'near', seat: 1, zone: '', pieces: [], tone: '', points: 0, words: 'Ben: 2 of 3 guests' };
  expect(flash([near])).toMatchObject({ moments: [{ seat: 1, line: 'Ben: 2 of 3 guests' }], light: 'near' });
  const lost = { ...near, what: 'lost', tone: 'costly' as const, words: 'Ben serves a guest. IN-4' };
  expect(flash([lost], [entry(['Ben serves a guest. IN-4'], [0, 3])])).toMatchObject({ moments: [], light: 'lost' });
  expect(flash([{ ...near, what: 'claimed', seat: 0, words: '' }])?.light).toBe('claimed');
  expect(flash([{ ...near, what: 'claimed', seat: 1, words: '' }])).toBeNull();
  expect(flash([{ ...near, what: 'moved', words: '' }])).toBeNull();
});
