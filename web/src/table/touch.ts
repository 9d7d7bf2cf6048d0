// What pieces and zones need to know of the page around them.

import { getContext, setContext } from 'svelte';
import type { Target } from '../lib/choices';

export interface Touch {
  isLegal(target: Target): boolean;
  isPicked(target: Target): boolean;
  isLit(piece: string): boolean;
  /** It came or changed since my last move. */
  isFresh(piece: string): boolean;
  chance(target: Target): number | null;
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
  chance: () => null,
  touch: () => false,
  rule,
});
