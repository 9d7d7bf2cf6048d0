import { describe, expect, it } from 'vitest';
import { curve, drawn, heights, percentAt, pointsWords, reach, type Rating } from '../src/lib/record';

const rating = (mu: number, half: number): Rating => ({ rating: mu, half, known: half < 150, matches: 1 });

describe('points beside everybody else', () => {
  const bars = { low: 10, step: 5, mine: [1, 3, 0], all: [10, 10, 20], mean: 15.5, mean_all: 18 };

  it('compares shares, however many matches there are', () => {
    expect(heights([1, 3])).toEqual([0.25, 0.75]);
    expect(heights([0, 0])).toEqual([0, 0]);
    const [low, middle, high] = drawn(bars);
    expect([low?.mine, middle?.mine, high?.mine]).toEqual([1 / 3, 1, 0]);
    expect([low?.all, middle?.all, high?.all]).toEqual([1 / 3, 1 / 3, 2 / 3]);
    expect(middle?.words).toBe('15 to 19 points: 3 matches');
    expect(high?.x).toBeCloseTo(2 / 3);
  });

  it('stands alone while there are few others', () => {
    expect(drawn({ ...bars, all: null, mean_all: null }).map((bar) => bar.all)).toEqual([0, 0, 0]);
    expect(pointsWords('You', { ...bars, mean_all: null })).toBe('You make 15.5 points on average.');
    expect(pointsWords('Zoe', bars)).toBe('Zoe makes 15.5 points on average; everybody else makes 18.');
  });
});

describe('a rating', () => {
  it('has a scale in hundreds with the cook inside', () => {
    expect(reach([rating(1720, 90)])).toEqual([1400, 1900]);
    expect(reach([])).toEqual([1400, 1600]);
    expect(percentAt(1500, [1400, 1600])).toBe('50%');
    expect(percentAt(2000, [1400, 1600])).toBe('100%');
  });

  it('is drawn with its interval', () => {
    const { line, band } = curve([rating(1500, 100), rating(1600, 0)], 100, 50);
    expect(line).toBe('0,25 100,0');
    expect(band).toBe('0,0 100,0 100,0 0,50');
  });
});
