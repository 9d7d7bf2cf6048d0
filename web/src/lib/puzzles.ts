// Puzzles as the house lists them, and how good somebody is at them (as in src/yokocho/learn/puzzles.py).

import { call } from './api';

export interface PuzzleInfo {
  id: string;
  rating: number;
  theme: string; // the kind of its best move
  players: number;
}

export interface Puzzles {
  day: string; // 2026-05-01
  daily: string; // the id of its puzzle
  puzzles: PuzzleInfo[];
}

export const puzzlesOf = (game: string): Promise<Puzzles> => call('GET', `/games/${game}/puzzles`);
export const lessonOf = (id: string): string => `puzzle-${id}`;

const BEGINNER = 1500;
const ANCHORS = 4;
const EVEN = 400;
const LOW = 400;
const HIGH = 2800;

// What is kept of a solver, as words: the first try counts.
export const solvedWord = (id: string): string => `solved:${id}`;
export const failedWord = (id: string): string => `failed:${id}`;
export const dayWord = (day: string): string => `day:${day}`;

export const wasTried = (words: readonly string[], id: string): boolean => words.includes(solvedWord(id)) || words.includes(failedWord(id));
export const wasSolved = (words: readonly string[], id: string): boolean => words.includes(solvedWord(id)) && !words.includes(failedWord(id));

/** The rating at which so many puzzles would be solved as were; everybody begins with some solved and as many not. */
export function ratingOf(puzzles: readonly PuzzleInfo[], words: readonly string[]): number {
  const tried = puzzles.filter(({ id }) => wasTried(words, id));
  const solved = ANCHORS / 2 + tried.filter(({ id }) => wasSolved(words, id)).length;
  const ratings = [...Array<number>(ANCHORS).fill(BEGINNER), ...tried.map(({ rating }) => rating)];
  let [low, high] = [LOW, HIGH];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    const expected = ratings.reduce((sum, rating) => sum + 1 / (1 + 10 ** ((rating - middle) / EVEN)), 0);
    if (expected < solved) low = middle;
    else high = middle;
  }
  return Math.round(low);
}

const DAY = 24 * 3600 * 1000;
const before = (day: string): string => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

/** On how many days in a row, up to this one or the one before, the puzzle of the day was solved. */
export function streakOf(words: readonly string[], today: string): number {
  let day = words.includes(dayWord(today)) ? today : before(today);
  let days = 0;
  for (; words.includes(dayWord(day)); day = before(day)) days += 1;
  return days;
}

/** The next puzzle: of those not tried yet the one nearest to a rating, of one theme if that is wanted. */
export function followingOf(puzzles: readonly PuzzleInfo[], words: readonly string[], theme = ''): PuzzleInfo | undefined {
  const level = ratingOf(puzzles, words);
  const left = puzzles.filter((one) => !wasTried(words, one.id) && (!theme || one.theme === theme));
  return [...left].sort((a, b) => Math.abs(a.rating - level) - Math.abs(b.rating - level) || (a.id < b.id ? -1 : 1))[0];
}

export const themeWords = (theme: string): string => theme.replaceAll('_', ' ');
