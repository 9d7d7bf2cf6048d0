// Things that lie far apart on a table, moved together for a picture of them: what stands beside or above another stays
// so, and only the room in which there is nothing shrinks.

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Where a line's points come to lie when no gap between the spans is wider than `most`. */
function squeezed(spans: [number, number][], most: number): (at: number) => number {
  const sorted = [...spans].sort(([a], [b]) => a - b);
  const cuts: { from: number; less: number }[] = [];
  let end = sorted[0]?.[0] ?? 0;
  let less = end;
  cuts.push({ from: end, less });
  for (const [from, to] of sorted) {
    if (from - end > most) cuts.push({ from, less: (less += from - end - most) });
    end = Math.max(end, to);
  }
  return (at) => at - (cuts.filter((cut) => cut.from <= at + 0.5).at(-1)?.less ?? 0);
}

/** The boxes where they belong, and the size of the whole. */
export function packed(boxes: Box[], gap: number): { boxes: Box[]; width: number; height: number } {
  const across = squeezed(boxes.map(({ x, w }) => [x, x + w]), gap);
  const down = squeezed(boxes.map(({ y, h }) => [y, y + h]), gap);
  const moved = boxes.map(({ x, y, w, h }) => ({ x: across(x), y: down(y), w, h }));
  return { boxes: moved, width: Math.max(0, ...moved.map(({ x, w }) => x + w)), height: Math.max(0, ...moved.map(({ y, h }) => y + h)) };
}

/** Labels of a size that keep off each other and reach at most over the edge: each as near as can be to where it belongs. */
export function apart(spots: { x: number; y: number }[], size: number, edge: number, width: number, height: number): { x: number; y: number }[] {
  const half = size / 2 - edge;
  const done: { x: number; y: number }[] = [];
  for (const spot of spots) {
    const at = { x: Math.min(width - half, Math.max(half, spot.x)), y: Math.min(height - half, Math.max(half, spot.y)) };
    for (let i = 0; i < 12 && done.some((other) => Math.hypot(other.x - at.x, other.y - at.y) < size); i += 1) {
      if (at.x + size * 0.6 < width - half && i < 6) at.x += size * 0.6;
      else at.y = Math.min(height - half, at.y + size * 0.6);
    }
    done.push(at);
  }
  return done;
}
