// Things that lie far apart on a table, moved together for a picture of them: what stands beside or above another stays
// so, and only the room in which there is nothing shrinks.

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface Packed {
  boxes: Box[];
  width: number;
  height: number;
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
export function packed(boxes: Box[], gap: number): Packed {
  const across = squeezed(boxes.map(({ x, w }) => [x, x + w]), gap);
  const down = squeezed(boxes.map(({ y, h }) => [y, y + h]), gap);
  const moved = boxes.map(({ x, y, w, h }) => ({ x: across(x), y: down(y), w, h }));
  return { boxes: moved, width: Math.max(0, ...moved.map(({ x, w }) => x + w)), height: Math.max(0, ...moved.map(({ y, h }) => y + h)) };
}

const MOST = 9; // groups whose rows are chosen
const HIGH = 430; // px: a picture of some places should not be higher

/** Groups of boxes in rows, in their order, so that a room of this width is used as well as can be. */
export function inRows(groups: Box[][], gap: number, room: number, largest: number): Packed {
  if (groups.length > MOST) return packed(groups.flat(), gap);
  const blocks = groups.map((boxes) => packed(boxes, gap));
  let best: { worth: number; laid: Packed } | null = null;
  for (let cuts = 0; cuts < 2 ** (blocks.length - 1); cuts += 1) {
    const laid = rows(blocks, cuts, gap);
    const scale = Math.min(largest, room / laid.width);
    const filled = laid.boxes.reduce((sum, { w, h }) => sum + w * h, 0) / (Math.max(laid.width, room / scale) * laid.height);
    const worth = scale * filled - Math.max(0, laid.height * scale - HIGH) / HIGH;
    if (!best || worth > best.worth) best = { worth, laid };
  }
  return best?.laid ?? { boxes: [], width: 0, height: 0 };
}

/** A bit of `cuts` for each block but the first: does a new row begin with it? */
function rows(blocks: Packed[], cuts: number, gap: number): Packed {
  const lines: Packed[][] = [];
  blocks.forEach((block, i) => {
    if (!i || cuts & (1 << (i - 1))) lines.push([]);
    lines.at(-1)?.push(block);
  });
  const wide = gap * 2.4;
  const widths = lines.map((line) => line.reduce((sum, { width }) => sum + width, 0) + wide * (line.length - 1));
  const width = Math.max(...widths);
  let y = 0;
  const boxes = lines.flatMap((line, i) => {
    const height = Math.max(...line.map((block) => block.height));
    let x = (width - (widths[i] ?? 0)) / 2;
    const laid = line.flatMap((block) => {
      const [left, top] = [x, y + (height - block.height) / 2];
      x += block.width + wide;
      return block.boxes.map((box) => ({ ...box, x: box.x + left, y: box.y + top }));
    });
    y += height + wide;
    return laid;
  });
  return { boxes, width, height: y - wide };
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
