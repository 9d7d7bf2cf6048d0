// Guides, lessons and what a coach knows, as the house tells them.

import { call } from './api';
import type { FromServer, Lit, State } from './types';

export interface GuidePoint {
  number: number;
  name: string;
  text: string;
  at: Lit;
}

export interface GuideFigure {
  kind: 'figure';
  id: string;
  caption: string;
  spoken: string[];
  points: GuidePoint[];
  lit: Lit;
  crop: string[]; // zones; none: the whole table
  state: State;
}

export type GuideBlock =
  | { kind: 'text'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'table'; rows: string[][] }
  | GuideFigure;

export interface GuideChapter {
  id: string;
  title: string;
  aid: boolean;
  blocks: GuideBlock[];
}

export interface Guide {
  title: string;
  lead: string;
  facts: string[];
  words: number;
  minutes: number;
  chapters: GuideChapter[];
}

export interface LessonInfo {
  id: string;
  title: string;
  minutes: number;
  steps: number;
  rules: string[];
}

/** Where in a lesson one is: the whole of what the house needs to know. */
export interface Place {
  step: number;
  ways: number[];
  played: string[];
}

export const START: Place = { step: 0, ways: [], played: [] };

export interface LessonMoment {
  at: Place;
  steps: number;
  state: State;
  say: string;
  task: string; // empty: there is only something to see
  lit: Lit;
  model: string[]; // the moves that are left to play
  spoken: string[];
}

export interface Follow {
  state: State;
  seat: number;
  notation: string;
  lines: string[];
}

export interface LessonAnswer {
  type: 'answer';
  result: 'right' | 'on' | 'wrong' | 'other';
  said: string;
  shown: State;
  then: Follow[];
  after: string;
  next: LessonMoment | null;
}

export type LessonSaid = LessonAnswer | Extract<FromServer, { type: 'refused' | 'preview' | 'why' | 'hint' }>;

/** What is said of things when somebody asks what they are. */
export interface CoachBook {
  zones: Record<string, string>;
  pieces: Record<string, string>;
  scores: Record<string, string>;
  meters: Record<string, string>;
}

const kept = new Map<string, Promise<unknown>>();

/** Asked once for a visit. */
function once<T>(path: string): Promise<T> {
  let coming = kept.get(path) as Promise<T> | undefined;
  if (!coming) {
    coming = call<T>('GET', path);
    coming.catch(() => kept.delete(path));
    kept.set(path, coming);
  }
  return coming;
}

export const guideOf = (game: string): Promise<Guide> => once(`/games/${game}/guide`);
export const coachOf = (game: string): Promise<CoachBook> => once(`/games/${game}/coach`);
export const lessonsOf = (game: string): Promise<LessonInfo[]> => once<{ lessons: LessonInfo[] }>(`/games/${game}/lessons`).then(({ lessons }) => lessons);

const path = (game: string, lesson: string): string => `/games/${game}/lessons/${lesson}`;
export const lookAt = (game: string, lesson: string, at: Place): Promise<LessonMoment> => call('POST', path(game, lesson), { at });
export const sayIn = (game: string, lesson: string, at: Place, message: unknown): Promise<LessonSaid> => call('POST', path(game, lesson), { at, message });

/** By number of a rule, where the guide speaks of it. */
export type Explained = Map<string, { href: string; title: string }>;

const RULE = /\]\(([A-Z]{2,4}-R?\d+)\)/g;

export function explainedIn(guide: Guide, game: string): Explained {
  const found: Explained = new Map();
  for (const { id, title, blocks } of guide.chapters) {
    for (const [, number = ''] of JSON.stringify(blocks.map((block) => (block.kind === 'figure' ? [block.caption, block.points.map(({ text }) => text)] : block))).matchAll(RULE)) {
      if (!found.has(number)) found.set(number, { href: `/guide/${game}#${id}`, title });
    }
  }
  return found;
}
