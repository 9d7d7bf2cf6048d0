// What finished matches say of a person: rating, points beside everybody's, who is best.

import type { Listed } from './types';

export interface Rating {
  rating: number;
  half: number; // of the 95 % interval
  known: boolean; // else it is provisional
  matches: number; // rated ones
}

/** Points over equal steps: how often I made so many, and how often everybody else. */
export interface Bars {
  low: number;
  step: number;
  mine: number[];
  all: number[] | null;
  mean: number;
  mean_all: number | null;
}

export interface Size {
  players: number;
  matches: number;
  won: number;
  points: Bars | null;
}

export interface StallRecord {
  game: string;
  title: string;
  matches: number;
  won: number;
  accuracy: number | null;
  reviewed: number;
  rating: Rating | null;
  way: Rating[]; // how it came to the rating, the oldest first
  sizes: Size[]; // by number of seats, the most played first
}

export interface PlayerPage {
  name: string;
  handle: string | null;
  mine: boolean;
  matches: number;
  won: number;
  streak: { now: number; best: number };
  games: StallRecord[]; // the most played first
  lately: Listed[];
}

export type Sight = 'all' | 'met' | 'nobody';

export interface OwnPage extends PlayerPage {
  page: Sight;
  company: { name: string; handle: string; matches: number }[];
}

export interface Ranked extends Rating {
  name: string;
  handle: string;
  mine: boolean;
}

export interface Best {
  game: string;
  title: string;
  known: Ranked[];
  provisional: Ranked[];
  bots: (Rating & { level: string })[];
  me: (Ranked & { listed: boolean }) | null;
}

export const matchesWords = (n: number): string => `${n} ${n === 1 ? 'match' : 'matches'}`;

export const ratingWords = ({ rating, half }: Rating): string => `${rating} ± ${half}`;

/** Each count as a share of the most, so that few matches stand beside many. */
export function heights(counts: readonly number[]): number[] {
  const whole = counts.reduce((sum, n) => sum + n, 0);
  return counts.map((n) => (whole ? n / whole : 0));
}

export interface Bar {
  x: number;
  width: number;
  mine: number; // shares of the height
  all: number;
  words: string;
}

/** What a chart of two distributions draws, from 0 to 1 each way. */
export function drawn({ low, step, mine, all }: Bars): Bar[] {
  const [ours, others] = [heights(mine), heights(all ?? [])];
  const most = Math.max(...ours, ...others, Number.MIN_VALUE);
  return mine.map((n, i) => {
    const from = low + i * step;
    const reach = step === 1 ? `${from}` : `${from} to ${from + step - 1}`;
    return { x: i / mine.length, width: 1 / mine.length, mine: (ours[i] ?? 0) / most, all: (others[i] ?? 0) / most, words: `${reach} points: ${matchesWords(n)}` };
  });
}

export function pointsWords(name: string, { mean, mean_all: others }: Bars): string {
  const all = others === null ? '' : `; everybody else makes ${others}`;
  return `${name === 'You' ? 'You make' : `${name} makes`} ${mean} points on average${all}.`;
}

/** The curve of a rating with its interval, in a box of so much: a line, and the outline of a band. */
export function curve(way: readonly Rating[], width: number, height: number): { line: string; band: string } {
  const [least, most] = reach(way);
  const x = (i: number): number => (way.length < 2 ? width / 2 : (width * i) / (way.length - 1));
  const y = (rating: number): number => height - (height * (rating - least)) / (most - least);
  const at = (i: number, rating: number): string => `${round(x(i))},${round(y(rating))}`;
  const up = way.map((one, i) => at(i, one.rating + one.half));
  const down = way.map((one, i) => at(i, one.rating - one.half)).reverse();
  return { line: way.map((one, i) => at(i, one.rating)).join(' '), band: [...up, ...down].join(' ') };
}

/** The least and the most that ratings reach with their intervals, in whole hundreds. */
export function reach(ratings: readonly Rating[]): [number, number] {
  const least = Math.min(...ratings.map((one) => one.rating - one.half), 1400);
  const most = Math.max(...ratings.map((one) => one.rating + one.half), 1600);
  return [Math.floor(least / 100) * 100, Math.ceil(most / 100) * 100];
}

/** Where a rating lies between two others, in percent. */
export const percentAt = (rating: number, [least, most]: readonly [number, number]): string =>
  `${round((100 * (Math.min(most, Math.max(least, rating)) - least)) / (most - least))}%`;

const round = (n: number): number => Math.round(n * 10) / 10;
