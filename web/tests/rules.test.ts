import { expect, it } from 'vitest';
import { chaptersOf, counted, search } from '../src/lib/rules';
import type { Chapter, RulePart, Rules } from '../src/lib/types';

const part = (kind: RulePart['kind'], number: string, text: string, items: string[] = []): RulePart => ({ kind, number, text, items, rows: [] });
const chapters: Chapter[] = [
  { id: 'the-turn', title: 'The turn', kind: 'rules', parts: [part('rule', 'X-1', 'Take a card.'), part('rule', 'X-2', 'Pass.')] },
  { id: 'house-rules', title: 'House rules', kind: 'options', parts: [part('option', 'X-1', 'May you pass?', ['Yes (usual)', 'No'])] },
];
const rules: Rules = { title: '', credits: '', rules: [{ number: 'X-1', text: 'Take a card.' }], chapters, text: '' };

it('finds all words anywhere, in chapters that have something', () => {
  expect(search(chapters, '')).toBe(chapters);
  expect(search(chapters, 'pass').map((chapter) => chapter.parts.length)).toEqual([1, 1]);
  expect(search(chapters, 'turn card').flatMap((chapter) => chapter.parts.map(({ number }) => number))).toEqual(['X-1']);
  expect(search(chapters, 'x-2').map(({ id }) => id)).toEqual(['the-turn']);
  expect(search(chapters, 'usual no').map(({ id }) => id)).toEqual(['house-rules']);
  expect(search(chapters, 'nothing of this')).toEqual([]);
});

it('counts rules, with chapters or without', () => {
  expect(counted(chaptersOf(rules))).toBe(2);
  expect(counted(chaptersOf({ ...rules, chapters: [] }))).toBe(1);
});
