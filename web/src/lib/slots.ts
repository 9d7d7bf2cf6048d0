// Where the pieces of a zone lie. An empty slot keeps its place.

import type { Piece, Zone } from './types';

/** The pieces by slot; of equal pieces that share one, all. Rows of a scene say the same in `core/scene.py`. */
export function slotsOf(zone: Pick<Zone, 'pieces' | 'slots'>): Piece[][] {
  const named = new Set(zone.pieces.filter((piece) => piece.slot >= 0).map((piece) => piece.slot));
  const found: Piece[][] = Array.from({ length: zone.slots }, () => []);
  let free = 0;
  for (const piece of zone.pieces) {
    let slot = piece.slot;
    if (slot < 0) {
      while (named.has(free)) free += 1;
      slot = free++;
    }
    while (found.length <= slot) found.push([]);
    found[slot]?.push(piece);
  }
  return found;
}
