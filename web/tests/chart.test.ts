import { expect, it } from 'vitest';
import { Chart } from '../src/lib/chart';

const FRAME = { width: 120, height: 70, left: 10, right: 10, top: 10, bottom: 10 };
const chart = new Chart([{ move: 0, scores: [0, 0] }, { move: 5, scores: [4, 1] }, { move: 10, scores: [6, 10] }], 10, FRAME);

it('draws a line for each seat', () => {
  expect(chart.line(0)).toBe('10,60 60,40 110,30');
  expect(chart.line(1)).toBe('10,60 60,55 110,10');
});

it('knows the move under a finger, also beside the lines', () => {
  expect([0, 0.5, 1].map((share) => chart.moveAt(share))).toEqual([0, 5, 10]);
});

it('marks few round heights, below zero too', () => {
  expect(chart.ticks).toEqual([0, 5, 10]);
  expect(new Chart([{ move: 0, scores: [-3, 2] }], 1, FRAME).ticks).toEqual([-2, 0, 2]);
  expect(new Chart([{ move: 0, scores: [0] }], 0, FRAME).line(0)).toBe('10,60');
});
