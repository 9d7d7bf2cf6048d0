// Words about how a match ended.

import type { Finale, Panel } from './types';

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

/** Names as one would say them; one's own comes first. */
function named(panels: readonly Panel[], seat: number, you: string): string {
  const names = panels.map((panel) => (panel.seat === seat ? you : panel.name)).sort((a, b) => Number(b === you) - Number(a === you));
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}

/** What is said first: for somebody who played, how it went for them; `behind` is how many points they are behind. */
export function winWords(first: readonly Panel[], seat: number, behind = 0): string {
  if (!first.length) return 'Nobody won';
  const mine = first.some((panel) => panel.seat === seat);
  if (first.length > 1) return `${named(first, seat, 'You')} ${mine || seat < 0 ? 'share the win' : 'won together'}`;
  if (mine) return 'You won!';
  if (seat >= 0) return behind > 0 ? `You lost by ${behind}` : 'You lost';
  return `${named(first, seat, 'You')} won`;
}

/** How the game honours them. */
export const honour = (finale: Finale | null | undefined, first: readonly Panel[], seat: number): string =>
  finale && first.length ? finale.words.replace('{}', named(first, seat, 'you')) : '';

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A storey of somebody's tower: one source of points. */
export interface Storey {
  words: string;
  points: number;
  art: string;
}

/** The points of a seat by source, as they are counted: without tie-breaks, with what no source tells. */
export function storeys(panel: Panel, panels: readonly Panel[], total: number, finale: Finale | null | undefined): Storey[] {
  const told = [...new Set(panels.flatMap(({ sources }) => sources.map(([words]) => words)))].filter((words) => !TIE_BREAK.test(words));
  const found = told.map((words) => ({ words, points: panel.sources.find(([one]) => one === words)?.[1] ?? 0, art: finale?.sources[words] ?? '' }));
  const rest = total - shownPoints(panel);
  if (!told.length) return [{ words: 'points', points: total, art: finale?.art ?? '' }];
  return rest ? [...found, { words: panel.hand >= 0 ? 'in hand' : 'other', points: rest, art: '' }] : found;
}
