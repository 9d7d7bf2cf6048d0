// The rulebook of a game, kept once loaded.

import { api } from './api';
import type { Chapter, RulePart, Rules } from './types';

const known = new Map<string, Promise<Rules>>();

export function rulesOf(game: string): Promise<Rules> {
  let coming = known.get(game);
  if (!coming) {
    coming = api.rules(game);
    coming.catch(() => known.delete(game));
    known.set(game, coming);
  }
  return coming;
}

const said = (part: RulePart): string => [part.number, part.text, ...part.items, ...part.rows.flat()].join(' ').toLowerCase();

/** The chapters of a rulebook; of one without, all of its rules as a single chapter. */
export const chaptersOf = (rules: Rules): Chapter[] =>
  rules.chapters?.length ? rules.chapters : [{ id: 'all', title: '', kind: 'rules', parts: rules.rules.map((rule) => ({ kind: 'rule', ...rule, items: [], rows: [] })) }];

/** What of the chapters has all of these words; a heading counts for all below it. */
export function search(chapters: Chapter[], words: string): Chapter[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return chapters;
  return chapters
    .map((chapter) => ({ ...chapter, parts: chapter.parts.filter((part) => wanted.every((word) => `${chapter.title.toLowerCase()} ${said(part)}`.includes(word))) }))
    .filter((chapter) => chapter.parts.length);
}

export const counted = (chapters: Chapter[]): number => chapters.flatMap((chapter) => chapter.parts).filter((part) => part.kind === 'rule').length;
