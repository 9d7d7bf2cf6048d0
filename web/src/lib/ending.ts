// Words about how a match ended.

import type { Panel } from './types';

export const TIE_BREAK = /\s*\(tie-?break(?:er)?\)/i;

export interface Decider {
  words: string;
  first: number;
  second: number;
}

/** What set two apart that are level on points: the first source marked as a tie-break in which they differ. */
export function decider(first: Panel, second: Panel): Decider | null {
  for (const [words, points] of first.sources) {
    const other = second.sources.find(([found]) => found === words)?.[1] ?? 0;
    if (TIE_BREAK.test(words) && points !== other) return { words: words.replace(TIE_BREAK, ''), first: points, second: other };
  }
  return null;
}

export function levelWords(first: Panel, second: Panel): string {
  const found = decider(first, second);
  return found ? `level on points, ${found.words.toLowerCase()} decided: ${found.first} to ${found.second}` : 'level on points, the tie-break decided';
}

/** What is told of a seat's points: tie-breaks of a match that is over only where somebody is level. */
export function toldSources(panel: Panel, panels: readonly Panel[], over: boolean): Panel['sources'] {
  const level = panels.some(({ seat, score }) => seat !== panel.seat && score === panel.score);
  return over && !level ? panel.sources.filter(([words]) => !TIE_BREAK.test(words)) : panel.sources;
}

/** The sum of the sources that count, without tie-breaks; the score itself where there are none. */
export function shownPoints({ score, sources }: Panel): number {
  const counted = sources.filter(([words]) => !TIE_BREAK.test(words));
  return counted.length ? counted.reduce((sum, [, points]) => sum + points, 0) : score;
}

/** Whoever is first, one or several. */
export function winWords(first: readonly Panel[], seat: number): string {
  const names = first.map((panel) => (panel.seat === seat ? 'You' : panel.name)).sort((a, b) => Number(b === 'You') - Number(a === 'You'));
  if (names.length > 1) return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} share the win`;
  return names[0] === 'You' ? 'You win!' : `${names[0] ?? 'Nobody'} wins`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
