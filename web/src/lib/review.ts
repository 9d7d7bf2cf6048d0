// What decided a match, as the house says it (docs/review.md), and what is drawn of it.

import { query, call } from './api';
import type { Ghost, Scene } from './types';

export type Kind = '' | 'forced' | 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

export interface Line {
  label: string;
  notations: string[];
  chance: number;
  half: number; // of its interval
  why: string;
}

export interface ReviewEvent {
  number: number;
  first: number;
  last: number;
  seat: number;
  heading: string;
  told: string[];
  kind: Kind;
  loss: number;
  half: number;
  lines: Line[]; // played, best, others
  choice: number[];
  chance: number[];
}

export interface Account {
  seat: number;
  start: number;
  own: number;
  others: number;
  luck: number;
  result: number;
  half: number;
  accuracy: number | null;
}

export interface Sentence {
  text: string;
  kind: string;
  event: number;
}

export interface Review {
  names: string[];
  curve: number[][];
  events: ReviewEvent[];
  accounts: Account[];
  story: Sentence[];
}

export interface Told {
  state: 'none' | 'queued' | 'working' | 'done' | 'failed';
  done: number;
  total: number;
  review: Review | null;
}

export interface Touched {
  pieces: string[];
  zone: string;
  ghosts: Ghost[];
  lines: string[]; // what is certain to happen
}

export interface Before {
  seat: number;
  scene: Scene;
  lines: Touched[];
}

const path = (table: string): string => `/tables/${table}/review`;

export const reviews = {
  look: (table: string, invite: string | null) => call<Told>('GET', path(table) + query({ invite })),
  begin: (table: string, invite: string | null) => call<Told>('POST', path(table) + query({ invite }), {}),
  before: (table: string, event: number, invite: string | null) => call<Before>('GET', `${path(table)}/${event}${query({ invite })}`),
};

const BLAMED: readonly Kind[] = ['inaccuracy', 'mistake', 'blunder'];

export const blamed = ({ kind }: ReviewEvent): boolean => BLAMED.includes(kind);
export const judged = ({ kind }: ReviewEvent): boolean => kind !== '' && kind !== 'forced';
export const mistakesOf = (review: Review, seat: number): ReviewEvent[] => review.events.filter((event) => event.seat === seat && blamed(event));

export const percent = (share: number): string => `${Math.round(100 * share)} %`;
export const signed = (change: number): string => `${change < 0 ? '−' : '+'}${Math.round(Math.abs(100 * change))} %`;

export function verdict({ kind, loss }: ReviewEvent): string {
  if (kind === 'best') return 'The best move';
  if (kind === 'good') return 'A good move';
  if (kind === 'forced') return 'The only move';
  if (!kind) return 'Not judged yet';
  return `${kind === 'inaccuracy' ? 'An' : 'A'} ${kind} ${signed(-loss)}`;
}

/** Who has the best chances at a point of the curve. */
export const leader = (chances: readonly number[]): number => chances.indexOf(Math.max(...chances));

const HOLDS = 3; // points of the curve that a lead has to hold

/** Events after which another seat leads, and keeps the lead for a while. */
export function turningPoints(curve: readonly number[][]): number[] {
  const found: number[] = [];
  let now = leader(curve[0] ?? [0]);
  for (let i = 1; i < curve.length; i++) {
    const next = leader(curve[i] ?? []);
    const ahead = curve.slice(i, i + HOLDS);
    if (next === now || ahead.some((chances) => leader(chances) !== next)) continue;
    found.push(i - 1);
    now = next;
  }
  return found;
}

export interface Band {
  from: number;
  to: number; // points of the curve
  words: string;
}

/** Rounds, as the headings tell them by their numbers. */
export function bands(events: readonly ReviewEvent[]): Band[] {
  const found: Band[] = [];
  events.forEach(({ heading }, i) => {
    const words = /[a-z]+ \d+/i.exec(heading)?.[0] ?? '';
    const last = found[found.length - 1];
    if (last?.words === words) last.to = i + 1;
    else found.push({ from: i, to: i + 1, words });
  });
  return found;
}
