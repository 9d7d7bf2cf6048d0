// Where pieces went: from where they lay before a move to where they lie after it.

import { tick } from 'svelte';
import type { Scene, Zone } from './types';

export interface Spot {
  x: number;
  y: number;
}

export interface Way {
  from: Spot;
  to: Spot;
}

const FEW = 2; // more of them are a muddle
const FAR = 70; // px: less is seen without help

const zonesOf = (scene: Scene | null): Map<string, Zone> => new Map((scene?.zones ?? []).flatMap((zone) => zone.pieces.map((piece) => [piece.id, zone] as const)));

/** The middle of every piece that is drawn. */
export function marks(): Map<string, Spot> {
  const found = new Map<string, Spot>();
  for (const element of document.querySelectorAll<HTMLElement>('.canvas [data-piece]')) {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width) found.set(element.dataset['piece'] ?? '', { x: left + width / 2, y: top + height / 2 });
  }
  return found;
}

/** What was won from another seat, or else what came to a place of somebody's; not what is drawn or put aside. */
export async function ways(before: Map<string, Spot>, was: Scene | null, now: Scene | null): Promise<Way[]> {
  await tick();
  const [from, after] = [zonesOf(was), marks()];
  const moved = [...zonesOf(now)].filter(([piece, zone]) => from.has(piece) && from.get(piece)?.id !== zone.id && zone.owner >= 0 && zone.kind !== 'fan');
  const won = moved.filter(([piece, { owner }]) => ![-1, owner].includes(from.get(piece)?.owner ?? -1));
  const found = (won.length ? won : moved).flatMap(([piece]) => {
    const [a, b] = [before.get(piece), after.get(piece)];
    return a && b && Math.hypot(a.x - b.x, a.y - b.y) > FAR ? [{ from: a, to: b }] : [];
  });
  return found.length <= FEW ? found : [];
}
