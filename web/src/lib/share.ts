// A new scene that keeps the objects of the old one where nothing changed, so that only what changed is drawn again.

import type { Piece, Scene, Zone } from './types';

const sameList = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((item, i) => item === b[i]);

function samePiece(a: Piece, b: Piece): boolean {
  return a.face === b.face && a.color === b.color && a.tooltip === b.tooltip && a.kind === b.kind && a.shape === b.shape && a.slot === b.slot && a.note === b.note && a.tone === b.tone && sameList(a.badges, b.badges) && sameList(a.rules, b.rules);
}

function sameZone(a: Zone, b: Zone): boolean {
  return a.note === b.note && a.title === b.title && a.count === b.count && a.kind === b.kind && a.owner === b.owner && a.slots === b.slots && a.tone === b.tone && sameList(a.pieces, b.pieces) && sameList(a.rules, b.rules);
}

export function shared(before: Scene | null | undefined, after: Scene): Scene {
  if (!before || before.game !== after.game) return after;
  const zones = new Map(before.zones.map((zone) => [zone.id, zone]));
  const pieces = new Map(before.zones.flatMap((zone) => zone.pieces.map((piece) => [piece.id, piece] as const)));
  return {
    ...after,
    zones: after.zones.map((zone) => {
      const kept = zone.pieces.map((piece) => {
        const old = pieces.get(piece.id);
        return old && samePiece(old, piece) ? old : piece;
      });
      const next = { ...zone, pieces: kept };
      const old = zones.get(zone.id);
      return old && sameZone(old, next) ? old : next;
    }),
  };
}
