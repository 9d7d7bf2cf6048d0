// The games of the house, loaded once, and their stylesheets.

import { untrack } from 'svelte';
import { api } from './api';
import type { GameInfo } from './types';

class Games {
  list = $state.raw<GameInfo[]>([]);
  private coming: Promise<GameInfo[]> | null = null;

  load(): Promise<GameInfo[]> {
    const known = untrack(() => this.list);
    if (known.length) return Promise.resolve(known);
    this.coming ??= api
      .games()
      .then((list) => (this.list = list))
      .finally(() => (this.coming = null));
    return this.coming;
  }

  find(name: string): GameInfo | undefined {
    return this.list.find((game) => game.name === name);
  }
}

export const games = new Games();

const worn = new Map<string, Promise<void>>();
const PATIENCE = 2000; // ms; a table without its look is better than none

/** A game's own look, and when it is there. Each sheet speaks only of `[data-game=…]`, so they can stay. */
export function dress(game: string): Promise<void> {
  let coming = worn.get(game);
  if (!coming) {
    coming = new Promise((done) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = `/api/games/${game}/table.css`;
      link.onload = link.onerror = () => done();
      document.head.append(link);
      window.setTimeout(done, PATIENCE);
    });
    worn.set(game, coming);
  }
  return coming;
}
