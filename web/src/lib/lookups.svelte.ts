// Small questions while somebody looks around: why not this piece, what would that move do. Asked once, known until
// the table changes; without an answer nothing is shown.

import type { FromServer, Message } from './types';

export interface Reason {
  reason: string;
  rule: string;
}

export interface Preview {
  lines: string[];
  points: number;
  open: boolean; // something unknown comes to light
}

export const LOOK = 120; // ms somebody looks before the house is asked

type Answer = Extract<FromServer, { type: 'why' | 'preview' }>;

export class Lookups {
  private reasons = $state.raw<ReadonlyMap<string, Reason>>(new Map());
  private previews = $state.raw<ReadonlyMap<number, Preview>>(new Map());
  private asked = new Map<string, string | number>(); // by id
  private wanted = new Set<string | number>();

  /** `send` gives the id of the question, or nothing where it could not be asked. */
  constructor(private send: (message: Message) => string) {}

  reason(target: string): Reason | undefined {
    return this.reasons.get(target);
  }

  preview(action: number): Preview | undefined {
    return this.previews.get(action);
  }

  /** Why can this piece or zone not be chosen? */
  why(target: string): void {
    this.ask(target, { type: 'why', piece: target });
  }

  /** What would this move do? */
  foresee(action: number): void {
    this.ask(action, { type: 'preview', move: action });
  }

  hear(answer: Answer): void {
    const about = this.asked.get(answer.id);
    this.asked.delete(answer.id);
    if (answer.type === 'why' && typeof about === 'string') {
      this.reasons = new Map(this.reasons).set(about, { reason: answer.reason, rule: answer.rule });
    } else if (answer.type === 'preview' && typeof about === 'number') {
      this.previews = new Map(this.previews).set(about, { lines: answer.lines, points: answer.points, open: answer.open });
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

  private ask(about: string | number, message: Message): void {
    if (this.wanted.has(about)) return;
    const id = this.send(message);
    if (!id) return;
    this.wanted.add(about);
    this.asked.set(id, about);
  }
}

export const IF_DONE = 'If you do this:'; // nothing has happened yet

/** Of a preview, in words. */
export function foreseen({ lines, points, open }: Preview): string {
  const told = [...lines, pointWords(points), open ? 'then something is revealed' : ''].filter(Boolean);
  return told.length ? `${IF_DONE} ${told.join('. ')}` : '';
}

export function pointWords(points: number): string {
  if (!points) return '';
  return `${points > 0 ? '+' : '−'}${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;
}
