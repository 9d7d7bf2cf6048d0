import { describe, expect, it } from 'vitest';
import { bestMove, course, turningPoint } from '../src/lib/teasers';
import type { LogEntry } from '../src/lib/types';

const entry = (seat: number, points: number[], lines = ['something'], heading = 'Umami, round 2'): LogEntry => ({ seat, points, lines, heading, notation: '', at: 0, turn: seat, kind: '', events: [] });
const log = [entry(0, [1, 0]), entry(1, [0, 3]), entry(0, [4, -1]), entry(1, [0, 1]), entry(0, [4, 0], [])];

describe('what a match is remembered for', () => {
  it('is the move that brought most, of those of which something is told', () => {
    expect(bestMove(log, 0)).toEqual({ move: 3, when: 'round 2', lines: ['something'], points: 4 });
    expect(bestMove(log, 1)?.points).toBe(3);
    expect(bestMove([entry(0, [0, 2])], 0)).toBeNull();
  });

  it('is the move after which the winner stayed ahead', () => {
    expect(turningPoint(log, 0)).toEqual({ move: 3, when: 'round 2', lines: ['something'], points: 3 });
    expect(turningPoint(log, 1)).toBeNull();
  });

  it('is the course of the points', () => {
    expect(course(log, 2).at(-1)).toEqual({ move: 5, scores: [9, 3] });
    expect(course([], 2)).toEqual([{ move: 0, scores: [0, 0] }, { move: 0, scores: [0, 0] }]);
  });
});
