// Small questions while somebody looks around: why not this piece, what would that move do. Asked once, known until
// the table changes; without an answer nothing is shown.

import type { Choice, FromServer, Ghost, Message } from './types';

export interface Reason {
  reason: string;
  rule: string;
}

export interface Preview {
  lines: string[];
  points: number;
  open: boolean; // something unknown comes to light
  ghosts: Ghost[]; // what would lie where
  gone: string[]; // the pieces that would lie there no more
}

/** By what a choice is known: a ready-made one begins with the action of another. */
export const keyOf = (choice: Choice): string => [choice.action, ...choice.then].join(' ');

export const LOOK = 120; // ms somebody looks before the house is asked

type Answer = Extract<FromServer, { type: 'why' | 'preview' }>;

export class Lookups {
  private reasons = $state.raw<ReadonlyMap<string, Reason>>(new Map());
  private previews = $state.raw<ReadonlyMap<string, Preview>>(new Map());
  private asked = new Map<string, string>(); // by id: a thing, or the key of a choice
  private wanted = new Set<string>();

  /** `send` gives the id of the question, or nothing where it could not be asked. */
  constructor(private send: (message: Message) => string) {}

  reason(target: string): Reason | undefined {
    return this.reasons.get(target);
  }

  preview(choice: Choice): Preview | undefined {
    return this.previews.get(keyOf(choice));
  }

  /** Why can this piece or zone not be chosen? */
  why(target: string): void {
    this.ask(target, { type: 'why', piece: target });
  }

  /** What would this move do? */
  foresee(choice: Choice): void {
    this.ask(keyOf(choice), { type: 'preview', move: choice.action, ...(choice.then.length ? { then: choice.then } : {}) });
  }

  hear(answer: Answer): void {
    const about = this.asked.get(answer.id);
    this.asked.delete(answer.id);
    if (about === undefined) return;
    if (answer.type === 'why') {
      this.reasons = new Map(this.reasons).set(about, { reason: answer.reason, rule: answer.rule });
    } else {
      const { lines, points, open, ghosts, gone } = answer;
      this.previews = new Map(this.previews).set(about, { lines, points, open, ghosts, gone });
    }
  }

  /** True where it was one of these questions that was refused. */
  refused(id: string): boolean {
    return this.asked.delete(id);
  }

  /** The table has changed. */
  forget(): void {
    this.asked.clear();
    this.wanted.clear();
    if (this.reasons.size) this.reasons = new Map();
    if (this.previews.size) this.previews = new Map();
  }

  private ask(about: string, message: Message): void {
    if (this.wanted.has(about)) return;
    const id = this.send(message);
    if (!id) return;
    this.wanted.add(about);
    this.asked.set(id, about);
  }
}

export const IF_DONE = 'If you do this:'; // nothing has happened yet
export const UNSURE = 'what follows is not known yet'; // cards to be turned up, dice to be rolled

/** Of a preview, in words. */
export function foreseen({ lines, points, open }: Preview): string {
  const told = [...lines, pointWords(points), open ? UNSURE : ''].filter(Boolean);
  return told.length ? `${IF_DONE} ${told.join('. ')}` : '';
}

export function pointWords(points: number): string {
  if (!points) return '';
  return `${points > 0 ? '+' : '−'}${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
}
