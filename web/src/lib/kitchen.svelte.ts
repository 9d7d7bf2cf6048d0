// How far the house is with compiling each game: until then chef and master let a cook play for them.

import { api } from './api';
import { line } from './line.svelte';
import type { Progress } from './types';

const PAUSE = 2000; // ms between two looks

class Kitchen {
  private games = $state.raw<Record<string, Progress>>({});
  known = $state(false); // the house was asked once, whatever it said

  /** Looks until everything is ready; gives what ends it. */
  watch(): () => void {
    let timer = 0;
    let ended = false;
    const look = async (): Promise<void> => {
      try {
        if (line.down) throw new Error();
        this.games = await api.kitchen();
        if (Object.values(this.games).every((game) => game.ready)) return;
      } catch {
        // whoever asked for the page hears of it elsewhere
      } finally {
        this.known = true;
      }
      if (!ended) timer = window.setTimeout(() => void look(), PAUSE);
    };
    void look();
    return () => {
      ended = true;
      window.clearTimeout(timer);
    };
  }

  isWarming(game: string): boolean {
    return this.games[game]?.ready === false;
  }

  /** From 0 to 1. */
  share(game: string): number {
    const found = this.games[game];
    return found && found.total ? found.done / found.total : 0;
  }
}

export const kitchen = new Kitchen();
