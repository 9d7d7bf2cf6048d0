// What pieces and zones need to know of the page around them.

import { getContext, setContext } from 'svelte';
import type { Target } from '../lib/choices';
import type { Rated } from '../lib/hints';
import type { Choice, Ghost, Tone } from '../lib/types';

/** What choosing a thing would mean, where all choices with it agree. */
export interface Meaning {
  tone: Tone;
  gain: number;
  cost: string;
}

export interface Touch {
  isLegal(target: Target): boolean;
  isPicked(target: Target): boolean;
  /** A piece or a zone that is pointed at. */
  isLit(target: Target): boolean;
  /** It came or changed since my last move. */
  isFresh(piece: string): boolean;
  /** It would lie there no more. */
  isLeaving(piece: string): boolean;
  meaning(target: Target): Meaning | null;
  /** What would lie in a zone, by slot. */
  ghosts(zone: string): Ghost[];
  /** What a hint says of choosing it, with what is picked already. */
  hint(target: Target): Rated | null;
  /** False when nothing can be done with it now. */
  touch(target: Target): boolean;
  rule(number: string): void;
}

const KEY = Symbol('touch');

export const provideTouch = (touch: Touch): void => {
  setContext(KEY, touch);
};

export const useTouch = (): Touch => getContext<Touch>(KEY);

/** A board to look at only. */
export const looking = (rule: (number: string) => void): Touch => ({
  isLegal: () => false,
  isPicked: () => false,
  isLit: () => false,
  isFresh: () => false,
  isLeaving: () => false,
  meaning: () => null,
  ghosts: () => [],
  hint: () => null,
  touch: () => false,
  rule,
});

const ORDER: Tone[] = ['good', '', 'costly', 'final', 'wasteful']; // the best that can be made of it

/** Of several choices with one thing: the best tone; the gain where it is the same, and what all of that tone cost. */
export function meaningOf(choices: readonly Choice[]): Meaning | null {
  const [first] = choices;
  if (!first) return null;
  const tone = ORDER.find((tone) => choices.some((choice) => choice.tone === tone)) ?? '';
  const cost = new Set(choices.filter((choice) => choice.tone === tone).map((choice) => choice.cost));
  const [only = ''] = cost;
  return { tone, gain: choices.every(({ gain }) => gain === first.gain) ? first.gain : 0, cost: cost.size === 1 ? only : '' };
}
