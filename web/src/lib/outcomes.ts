// Who won a match that is over, and by how much, in one short sentence.

import type { Listed } from './types';

type Over = Pick<Listed, 'result'> & { seats: Pick<Listed['seats'][number], 'seat' | 'name' | 'mine'>[] };

const points = (n: number): string => `${n} ${Math.abs(n) === 1 ? 'point' : 'points'}`;

function both(names: string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

export function outcomeWords({ result, seats }: Over): string {
  if (!result) return '';
  const { scores, ranks, conceded = [] } = result;
  const score = (seat: number): number => scores[seat] ?? 0;
  const mine = seats.filter((seat) => seat.mine);
  const name = (seat: Over['seats'][number]): string => (seat.mine && mine.length === 1 ? 'You' : seat.name);
  const first = seats.filter((seat) => ranks[seat.seat] === 1 && !conceded.includes(seat.seat));
  const [winner] = first;
  if (!winner) return 'Nobody won';
  if (seats.length === 1) return `${name(winner)} scored ${points(score(winner.seat))}`;
  if (first.length > 1) {
    const names = first.map(name).sort((a, b) => Number(b === 'You') - Number(a === 'You'));
    return `${both(names)} share the win at ${points(score(winner.seat))}`;
  }
  const others = seats.filter((seat) => seat !== winner && !conceded.includes(seat.seat));
  if (!others.length) return `${name(winner)} won, ${seats.length > 2 ? 'the others' : 'the other'} conceded`;
  const margin = score(winner.seat) - Math.max(...others.map((seat) => score(seat.seat)));
  if (margin <= 0) return `${name(winner)} won on the tie-break at ${points(score(winner.seat))}`;
  return `${name(winner)} won by ${points(margin)}`;
}

/** Did somebody who sits here win? */
export const isWon = ({ result, seats }: Over): boolean => seats.some((seat) => seat.mine && result?.ranks[seat.seat] === 1 && !result.conceded?.includes(seat.seat));
