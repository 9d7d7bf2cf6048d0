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

/** A game's own look. Each sheet speaks only of `[data-game=…]`, so they can stay. */
export function dress(game: string): void {
  const id = `look-${game}`;
  if (document.getElementById(id)) return;
  const link = document.createElement('link');
  link.id = id;
  link.rel = 'stylesheet';
  link.href = `/api/games/${game}/table.css`;
  document.head.append(link);
}
