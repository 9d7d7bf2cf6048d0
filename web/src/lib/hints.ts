// What a hint is worth beside the others: the best, as good as it, or poor.

export type Rating = 'best' | 'good' | 'poor';

export interface Rated {
  chance: number;
  rating: Rating;
}

const GOOD = 0.04; // so much less of a chance to win is as good

export function rated(chance: number, best: number): Rated {
  return { chance, rating: chance >= best ? 'best' : chance >= best - GOOD ? 'good' : 'poor' };
}

export const ratingWords = ({ chance, rating }: Rated): string => `${rating} ${Math.round(chance * 100)}%`;
