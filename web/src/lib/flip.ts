// Which pieces travel from where to where when one scene follows another.

import type { Piece, Scene, Zone } from './types';

export interface Travel {
  piece: string; // the id in the new scene
  from: { piece: string } | { zone: string };
  turned: boolean; // it was face down, or showed something else
  within?: string; // the zone it stays in, if anything else changed there
}

export interface Journey {
  travels: Travel[];
  changed: string[]; // in place, with another face
  arrived: string[]; // from nowhere
  gone: string[]; // to nowhere
}

interface Placed {
  piece: Piece;
  zone: Zone;
}

/** Equal pieces are told apart by a running number: which number one has may change while it lies where it lay. Those
 * that did so, by their new ids, with their old ones.
 */
export function renamed(before: Scene, after: Scene): Map<string, string> {
  const names = new Map<string, string>();
  const were = new Map(before.zones.map((zone) => [zone.id, zone.pieces]));
  for (const { id, pieces } of after.zones) {
    const was = were.get(id) ?? [];
    if (was === pieces) continue;
    const lost = was.filter((old) => !pieces.some((piece) => piece.id === old.id));
    for (const piece of pieces) {
      if (!piece.face || was.some((old) => old.id === piece.id)) continue;
      const twin = take(lost, (old) => old.kind === piece.kind && old.face === piece.face && old.color === piece.color);
      if (twin) names.set(piece.id, twin.id);
    }
  }
  return names;
}

const look = ({ piece }: Placed): string => [piece.kind, piece.face, piece.color, piece.badges.filter((b) => !/^\d+$/.test(b))].join('|');

export function journey(before: Scene | null, after: Scene): Journey {
  if (!before) return { travels: [], changed: [], arrived: [], gone: [] };
  const old = placed(before);
  const now = placed(after);
  const travels: Travel[] = [];
  const changed: string[] = [];
  const arrived: Placed[] = [];
  const left = new Map(old);
  const names = renamed(before, after);
  const stayed = new Set(names.values());

  for (const [id, place] of now) {
    const name = names.get(id) ?? id;
    const was = name === id && stayed.has(id) ? undefined : old.get(name);
    if (!was || (was.piece.face !== place.piece.face && was.zone.id !== place.zone.id)) {
      arrived.push(place);
      continue;
    }
    left.delete(name);
    if (was.piece.face !== place.piece.face || was.piece.color !== place.piece.color) changed.push(id);
    else if (was.zone.id !== place.zone.id) travels.push({ piece: id, from: { piece: name }, turned: false });
    else if (place.piece.kind !== 'cell' && was.zone !== place.zone) travels.push({ piece: id, from: { piece: name }, turned: false, within: place.zone.id });
  }

  const gone = [...left.values()].filter(({ piece }) => piece.kind !== 'cell');
  const rest = arrived.filter((place) => {
    if (place.piece.kind === 'cell') return false;
    const twin = take(gone, (other) => look(other) === look(place));
    const hidden = twin ?? take(gone, (other) => other.piece.kind === place.piece.kind && !other.piece.face);
    if (hidden) travels.push({ piece: place.piece.id, from: { piece: hidden.piece.id }, turned: !twin });
    return !hidden;
  });

  const shrunk = stacksThatShrank(before, after);
  const nowhere = rest.filter((place) => {
    const stack = take(shrunk, () => place.piece.kind === 'card');
    if (stack) travels.push({ piece: place.piece.id, from: { zone: stack }, turned: true });
    return !stack;
  });
  return { travels, changed, arrived: nowhere.map(({ piece }) => piece.id), gone: gone.map(({ piece }) => piece.id) };
}

/** Pieces that came, went elsewhere, or show something else: what to look at after a move. */
export function news(before: Scene | null, after: Scene): string[] {
  if (!before) return [];
  const old = placed(before);
  const names = renamed(before, after);
  return [...placed(after)].flatMap(([id, { piece, zone }]) => {
    const was = old.get(names.get(id) ?? id);
    const same = was && was.zone.id === zone.id && was.piece.face === piece.face && was.piece.color === piece.color;
    return same || !piece.face ? [] : [id];
  });
}

function placed(scene: Scene): Map<string, Placed> {
  return new Map(scene.zones.flatMap((zone) => zone.pieces.map((piece) => [piece.id, { piece, zone }] as const)));
}

function take<T>(items: T[], fits: (item: T) => boolean): T | undefined {
  const i = items.findIndex(fits);
  return i < 0 ? undefined : items.splice(i, 1)[0];
}

/** The ids of stacks, once for each piece they lost. */
function stacksThatShrank(before: Scene, after: Scene): string[] {
  const was = new Map(before.zones.map((zone) => [zone.id, zone.count]));
  return after.zones.flatMap((zone) => {
    const lost = (was.get(zone.id) ?? 0) - zone.count;
    return zone.count >= 0 && lost > 0 ? Array<string>(Math.min(lost, 12)).fill(zone.id) : [];
  });
}
