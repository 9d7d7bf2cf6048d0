// The rulebook of a game, kept once loaded.

import { api } from './api';
import type { Rule, Rules } from './types';

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

export function search(rules: Rule[], words: string): Rule[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const text = `${rule.number} ${rule.text}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
