// A first match, with a coach who explains.

import { api } from './api';
import { me } from './me.svelte';
import { router } from './router.svelte';
import type { GameInfo } from './types';

/** Opens the table and goes there: apprentices, three seats or as near to it as the game allows. */
export async function coachMatch(game: GameInfo | undefined): Promise<void> {
  if (!game) return;
  await me.get();
  const players = game.players.includes(3) ? 3 : (game.players[0] ?? 2);
  const seats = ['me', ...Array<string>(players - 1).fill('bot:apprentice')];
  const table = await api.open({ game: game.name, options: {}, seats, order: 'random', pace: { kind: 'untimed' }, public: false, hints: true, chat: false, coach: true });
  router.go(`/t/${table.id}`);
}
