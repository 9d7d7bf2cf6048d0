// What a match that is over is remembered for, from its log: the best move of somebody, and when the lead last changed.

import type { LogEntry } from './types';

export interface Teaser {
  move: number; // after so many moves
  when: string; // round 4
  lines: string[];
  points: number;
}

const whenOf = (heading: string): string => (heading.includes(', ') ? heading.slice(heading.indexOf(', ') + 2) : '');

function teaser(entries: readonly LogEntry[], index: number, points: number): Teaser | null {
  const entry = entries[index];
  return entry ? { move: index + 1, when: whenOf(entry.heading), lines: entry.lines, points } : null;
}

/** The move of a seat that brought it most at once; the first of them. */
export function bestMove(entries: readonly LogEntry[], seat: number): Teaser | null {
  const gains = entries.map((entry) => (entry.seat === seat && entry.lines.length ? (entry.points[seat] ?? 0) : 0));
  const most = Math.max(0, ...gains);
  return most > 0 ? teaser(entries, gains.indexOf(most), most) : null;
}

/** The move after which the winner led alone until the end, unless that is the whole match; points: the lead then. */
export function turningPoint(entries: readonly LogEntry[], winner: number): Teaser | null {
  const scores: number[] = [];
  let since = -1;
  let lead = 0;
  for (const [i, entry] of entries.entries()) {
    entry.points.forEach((points, seat) => (scores[seat] = (scores[seat] ?? 0) + points));
    const others = scores.filter((_, seat) => seat !== winner);
    const ahead = others.length ? (scores[winner] ?? 0) - Math.max(...others) : 0;
    if (ahead > 0 && since < 0) [since, lead] = [i, ahead];
    else if (ahead <= 0) since = -1;
  }
  return since >= 0 ? teaser(entries, since, lead) : null;
}

/** The points of every seat after each move. */
export function course(entries: readonly LogEntry[], seats: number): { move: number; scores: number[] }[] {
  const scores = Array<number>(seats).fill(0);
  const found = [{ move: 0, scores: [...scores] }];
  for (const [i, entry] of entries.entries()) {
    if (!entry.points.some((points) => points)) continue;
    entry.points.forEach((points, seat) => (scores[seat] = (scores[seat] ?? 0) + points));
    found.push({ move: i + 1, scores: [...scores] });
  }
  found.push({ move: entries.length, scores: [...scores] });
  return found;
}
