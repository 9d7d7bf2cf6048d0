// What a thing at the table is, in the words of the coach.

import type { CoachBook } from './teaching';
import type { Piece, Zone } from './types';

/** A zone without its owner and number: "dish:0.2" is a dish. */
export const wordOf = (zone: string): string => zone.replace(/[:-]?\d.*$/, '').replace(/:$/, '');

export function told(book: CoachBook | null): ((zone: Zone | undefined, piece: Piece | undefined) => string) | undefined {
  if (!book) return undefined;
  return (zone, piece) => (piece ? (book.pieces[piece.kind] ?? '') : '') || (zone ? (book.zones[wordOf(zone.id)] ?? '') : '');
}
