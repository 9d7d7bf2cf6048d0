// What has been learned, by game: kept on this device, and with the person once there is one. Whether the greeting was
// put away.

import { api } from './api';
import { me } from './me.svelte';

export interface Learned {
  lessons: string[]; // those that are done
  coach: string[]; // what the coach of a match has explained
  puzzles?: string[]; // how they went (puzzles.ts)
}

type All = Record<string, Learned>;

const KEY = 'yokocho-learned';
const LOOKED = 'yokocho-looked';

function kept(): All {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as All;
  } catch {
    return {};
  }
}

function keep(all: All): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // a browser may keep nothing
  }
}

const both = (a: string[] = [], b: string[] = []): string[] => [...new Set([...a, ...b])];

/** Everything that either of them knows. */
export function merged(a: All, b: All): All {
  const games = both(Object.keys(a), Object.keys(b));
  return Object.fromEntries(games.map((game) => [game, { lessons: both(a[game]?.lessons, b[game]?.lessons), coach: both(a[game]?.coach, b[game]?.coach), puzzles: both(a[game]?.puzzles, b[game]?.puzzles) }]));
}

export const hasLearned = (): boolean => Object.keys(kept()).length > 0;

export const learned = (game: string): Learned => kept()[game] ?? { lessons: [], coach: [] };

/** Notes what is new in a game, here and, as well as it goes, with the person. */
export function learn(game: string, fresh: Partial<Learned>): void {
  keep(merged(kept(), { [game]: { lessons: [], coach: [], ...fresh } }));
  void share();
}

/** What the device knows goes to the person, what the person knows comes to the device. */
export async function share(): Promise<void> {
  try {
    await me.get();
    keep(merged(kept(), await api.keepLearned(kept())));
  } catch {
    // no line: the device keeps it until the next time
  }
}

export function hasLooked(): boolean {
  try {
    return localStorage.getItem(LOOKED) !== null;
  } catch {
    return false;
  }
}

export function look(): void {
  try {
    localStorage.setItem(LOOKED, '1');
  } catch {
    // it is shown again next time
  }
}
