// The log as turns: who, when, what came of it, and the steps to it.

import type { LogEntry } from './types';

export interface Step {
  index: number; // of the entry
  seat: number;
  kind: string;
  lines: string[];
  gains: { seat: number; points: number }[];
}

export interface Turn {
  first: number; // the number of its first entry
  until: number; // one more than that of its last
  seat: number; // whose turn it is
  when: string;
  steps: Step[]; // those of which something is told
  result: Step[]; // what stays in sight when it is folded
  folds: boolean;
}

const FEW = 2; // steps that stay in sight of a turn without a result

export function stories(entries: readonly LogEntry[], from = 0): Turn[] {
  const turns: Turn[] = [];
  let heading = '';
  for (const [i, entry] of entries.entries()) {
    let turn = turns.at(-1);
    if (!turn || turn.seat !== entry.turn || heading !== entry.heading) {
      heading = entry.heading;
      turn = { first: from + i, until: from + i, seat: entry.turn, when: whenOf(heading), steps: [], result: [], folds: false };
      turns.push(turn);
    }
    turn.until = from + i + 1;
    const gains = entry.points.flatMap((points, seat) => (points ? [{ seat, points }] : []));
    if (entry.lines.length) turn.steps.push({ index: from + i, seat: entry.seat, kind: entry.kind, lines: entry.lines, gains });
  }
  for (const turn of turns) {
    const results = turn.steps.filter((step) => step.gains.length);
    turn.result = results.length ? results : turn.steps.slice(0, FEW);
    turn.folds = turn.result.length < turn.steps.length || turn.result.some((step) => !step.gains.length && step.lines.length > 1);
  }
  return turns.filter((turn) => turn.steps.length);
}

/** What a heading says after the title of the game. */
const whenOf = (heading: string): string => (heading.includes(', ') ? heading.slice(heading.indexOf(', ') + 2) : '');

/** The first entry after my last move before the present turn, or in it where it is not mine; how many there are if none. */
export function missedFrom(entries: readonly LogEntry[], me: number): number {
  let at = entries.length;
  while (at > 0 && entries[at - 1]?.seat === me && entries[at - 1]?.turn === me) at -= 1; // what I do now
  const begun = at;
  while (at > 0 && entries[at - 1]?.seat !== me) at -= 1;
  return at === begun ? entries.length : at;
}

/** Whom a line begins with; "Ann 2 bids" does not begin with "Ann" where there is an "Ann 2". */
const named = (line: string, names: readonly string[]): string | undefined =>
  names.filter((name) => line.startsWith(`${name} `)).sort((a, b) => b.length - a.length)[0];

/** The lines of each step of a turn without the name in its heading, until they tell of somebody else. */
export function underName(steps: readonly Step[], own: string, names: readonly string[]): string[][] {
  let alone = true;
  return steps.map(({ lines }) =>
    lines.map((line) => {
      const who = named(line, names);
      alone &&= who === undefined || who === own;
      return alone && who === own ? line.slice(own.length + 1) : line;
    }),
  );
}
