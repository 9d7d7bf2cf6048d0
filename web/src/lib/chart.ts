// Points over a match, as lines to draw.

export interface Sample {
  move: number;
  scores: number[]; // by seat
}

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const MARKS = ['M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0', 'M0-5 5 4H-5Z', 'M-4-4H4V4H-4Z', 'M0-5.5 5 0 0 5.5-5 0Z', 'M0-6 1.8-2 6-2 2.7 1 4 5.5 0 3-4 5.5-2.7 1-6-2-1.8-2Z', 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M-1.5 0a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1-3 0'];
const DASHES = ['none', '7 4', '2 3', '9 3 2 3', '4 2', '12 5'];

/** A seat's shape and dashes, so that colour is not all that tells it apart. */
export const markOf = (seat: number): string => MARKS[seat % MARKS.length] ?? '';
export const dashOf = (seat: number): string => DASHES[seat % DASHES.length] ?? 'none';

export class Chart {
  readonly least: number;
  readonly most: number;

  constructor(
    readonly samples: readonly Sample[],
    readonly moves: number,
    readonly frame: Frame,
  ) {
    const all = samples.flatMap((sample) => sample.scores);
    this.least = Math.min(0, ...all);
    this.most = Math.max(this.least + 1, ...all);
  }

  x(move: number): number {
    const { width, left, right } = this.frame;
    return left + ((width - left - right) * move) / Math.max(1, this.moves);
  }

  y(score: number): number {
    const { height, top, bottom } = this.frame;
    return height - bottom - ((height - top - bottom) * (score - this.least)) / (this.most - this.least);
  }

  line(seat: number): string {
    return this.samples.map(({ move, scores }) => `${round(this.x(move))},${round(this.y(scores[seat] ?? 0))}`).join(' ');
  }

  /** Heights worth a line: round numbers, few of them. */
  get ticks(): number[] {
    const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((size) => (this.most - this.least) / size <= 4) ?? this.most - this.least;
    const found: number[] = [];
    for (let at = Math.ceil(this.least / step) * step; at <= this.most; at += step) found.push(at);
    return found;
  }

  /** The move at a place along the width, from 0 to 1. */
  moveAt(share: number): number {
    const { width, left, right } = this.frame;
    const along = (share * width - left) / (width - left - right);
    return Math.round(Math.min(1, Math.max(0, along)) * this.moves);
  }
}

const round = (n: number): number => Math.round(n * 10) / 10;
