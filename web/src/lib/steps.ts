// Strides through a match. Position n is the table after n moves; between two stops of a stride lies one turn or round.

/** Where somebody else begins to move, from the seats that moved. */
export function turns(movers: readonly number[]): number[] {
  return stops(movers, (mover, before) => mover !== before);
}

/** Where whoever moved first moves again after somebody else. */
export function rounds(movers: readonly number[]): number[] {
  const first = movers.find((mover) => mover >= 0);
  return stops(movers, (mover, before) => mover === first && before !== first);
}

function stops(movers: readonly number[], begins: (mover: number, before: number) => boolean): number[] {
  const found = [0];
  for (const [i, mover] of movers.entries()) {
    const before = movers[i - 1];
    if (before !== undefined && begins(mover, before)) found.push(i);
  }
  if (movers.length) found.push(movers.length);
  return found;
}

/** The next stop that way, or the end of the way. */
export function stride(stops: readonly number[], at: number, way: 1 | -1, last: number): number {
  if (way > 0) return stops.find((stop) => stop > at) ?? last;
  return stops.reduce((found, stop) => (stop < at ? stop : found), 0);
}

/** So many positions from the first to the last, evenly. */
export function samples(last: number, many: number): number[] {
  const count = Math.min(last, many - 1);
  return count ? [...new Set(Array.from({ length: count + 1 }, (_, i) => Math.round((i * last) / count)))] : [0];
}
