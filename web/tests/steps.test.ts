import { describe, expect, it } from 'vitest';
import { rounds, samples, stride, turns } from '../src/lib/steps';

const MOVERS = [1, 1, 2, 0, 0, 1, 2, 2, 0];

describe('strides', () => {
  it('stop where somebody else moves', () => {
    expect(turns(MOVERS)).toEqual([0, 2, 3, 5, 6, 8, 9]);
  });

  it('stop where whoever began moves again', () => {
    expect(rounds(MOVERS)).toEqual([0, 5, 9]);
  });

  it('have nothing to stop at before the first move', () => {
    expect([turns([]), rounds([])]).toEqual([[0], [0]]);
  });

  it('go to the next stop, or to the end', () => {
    const stops = rounds(MOVERS);
    expect(stride(stops, 0, 1, 9)).toBe(5);
    expect(stride(stops, 7, -1, 9)).toBe(5);
    expect(stride(stops, 5, -1, 9)).toBe(0);
    expect(stride(stops, 9, 1, 9)).toBe(9);
    expect(stride([0], 3, 1, 9)).toBe(9);
  });
});

describe('samples', () => {
  it('are even and hold both ends', () => {
    expect(samples(100, 5)).toEqual([0, 25, 50, 75, 100]);
    expect(samples(3, 24)).toEqual([0, 1, 2, 3]);
    expect(samples(0, 24)).toEqual([0]);
    expect(samples(90, 24)).toHaveLength(24);
  });
});
