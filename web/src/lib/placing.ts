// Where something may stand over the table without hiding what is needed.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What should stay in sight, and how much it matters. */
export interface Kept {
  box: Box;
  weight: number;
}

const STEP = 16;

const shared = (from: number, to: number, start: number, end: number): number => Math.max(0, Math.min(to, end) - Math.max(from, start));

/** The place in a room at which a thing of this size hides least; of equal ones the one nearest to where it would like to be. */
export function freest(width: number, height: number, room: Box, kept: readonly Kept[], near: { left: number; top: number }): { left: number; top: number } {
  const along = (from: number, to: number, edges: number[]): number[] => {
    const last = Math.max(from, to);
    const steps = Array.from({ length: Math.floor((last - from) / STEP) + 1 }, (_, i) => from + i * STEP);
    return [...new Set([...steps, last, ...edges.filter((edge) => edge > from && edge < last)])];
  };
  const lefts = along(room.left, room.right - width, [near.left]);
  const tops = along(room.top, room.bottom - height, [near.top]);
  let best = { left: room.left, top: room.top };
  let least = Infinity;
  for (const left of lefts) {
    const beside = kept.map(({ box, weight }) => ({ box, area: weight * shared(left, left + width, box.left, box.right) })).filter(({ area }) => area > 0);
    for (const top of tops) {
      const hidden = beside.reduce((sum, { box, area }) => sum + area * shared(top, top + height, box.top, box.bottom), 0);
      const cost = hidden + Math.hypot(left - near.left, top - near.top) / 100;
      if (cost < least) {
        least = cost;
        best = { left, top };
      }
    }
  }
  return best;
}
