import { expect, it } from 'vitest';
import { isWon, outcomeWords } from '../src/lib/outcomes';

const seats = ['Ann', 'Ben', 'Cat'].map((name, seat) => ({ seat, name, mine: seat === 0 }));
const over = (scores: number[], ranks: number[], conceded: number[] = []) => ({
  seats: seats.slice(0, scores.length),
  result: { scores, ranks, conceded, ending: '' },
});

it('tells who won and by how much', () => {
  expect(outcomeWords(over([30, 24, 29], [1, 3, 2]))).toBe('You won by 1 point');
  expect(outcomeWords(over([20, 24, 9], [2, 1, 3]))).toBe('Ben won by 4 points');
  expect(outcomeWords(over([24, 24, 9], [2, 1, 3]))).toBe('Ben won on the tie-break at 24 points');
  expect(outcomeWords(over([8, 24, 24], [3, 1, 1]))).toBe('Ben and Cat share the win at 24 points');
  expect(outcomeWords(over([17], [1]))).toBe('You scored 17 points');
});

it('tells what was conceded', () => {
  expect(outcomeWords(over([8, 24], [1, 2], [1]))).toBe('You won, the other conceded');
  expect(outcomeWords(over([8, 24, 3], [1, 2, 3], [1, 2]))).toBe('You won, the others conceded');
  expect(outcomeWords(over([8], [1], [0]))).toBe('Nobody won');
  expect(outcomeWords({ seats, result: null })).toBe('');
});

it('knows a win of ones own', () => {
  expect([over([3, 1], [1, 2]), over([1, 3], [2, 1]), over([3, 1], [1, 2], [0])].map(isWon)).toEqual([true, false, false]);
});
