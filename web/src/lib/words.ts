// Small words of the house.

import type { GameInfo, Pace, Seat } from './types';

export const SEAT_COLORS = ['orange', 'blue', 'purple', 'green', 'pink', 'yellow'] as const;
export const SEAT_SHAPES = ['circle', 'triangle', 'square', 'diamond', 'star', 'ring'] as const;

export const seatColor = (seat: number): string => SEAT_COLORS[seat % SEAT_COLORS.length] ?? 'gray';
export const seatShape = (seat: number): string => SEAT_SHAPES[seat % SEAT_SHAPES.length] ?? 'circle';

export function playersWords(players: number[]): string {
  const [first] = players;
  const last = players[players.length - 1];
  if (first === undefined) return '';
  return first === last ? `${first} players` : `${first}–${last} players`;
}

export function minutesWords(minutes: GameInfo['minutes']): string {
  const said = Array.isArray(minutes) ? minutes.join('–') : String(minutes);
  return /min/.test(said) ? said : `${said} min`;
}

export function paceWords(pace: Pace): string {
  if (pace.kind === 'live') return `${Math.round(pace.bank / 60)} min + ${pace.increment} s a move`;
  if (pace.kind === 'days') return `${pace.days} ${pace.days === 1 ? 'day' : 'days'} a move`;
  return 'no clock';
}

export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const [h = 0, m = 0, s = 0] = parts;
  const two = (n: number): string => String(n).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export function timeWords(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}

export function dayWords(at: number): string {
  return new Date(at).toLocaleDateString([], { day: 'numeric', month: 'short' });
}

export function seatWords(seat: Pick<Seat, 'kind' | 'name' | 'bot'>): string {
  if (seat.kind === 'open') return 'free seat';
  return seat.kind === 'bot' ? `${seat.name}, ${seat.bot}` : seat.name;
}

export function ordinal(n: number): string {
  const rest = n % 100;
  if (rest >= 11 && rest <= 13) return `${n}th`;
  return `${n}${['th', 'st', 'nd', 'rd'][n % 10] ?? 'th'}`;
}

/** How many in a row, so that rows are as equal as can be: five of at most four are three and two. */
export function rowOf(count: number, most: number): number {
  return count ? Math.ceil(count / Math.ceil(count / most)) : most;
}
