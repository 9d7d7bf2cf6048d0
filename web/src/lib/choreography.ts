// In which order what happened is shown: acts become beats, and each beat takes the travelling pieces that belong to it.

import type { Journey, Travel } from './flip';
import type { Happening, Scene } from './types';

export interface Beat {
  happening: Happening;
  start: number; // ms
  length: number;
}

/** What one beat moves. */
export interface Steps extends Beat {
  travels: Travel[];
  changed: string[];
  arrived: string[];
  gone: string[];
}

const LENGTHS: Record<string, number> = {
  ...{ moved: 320, drawn: 300, rolled: 450, pushed: 400, arrived: 420, left: 420, served: 380, cooked: 400, paid: 320 },
  ...{ bid: 260, hammer: 420, claimed: 450, taken: 380, marked: 280, passed: 220, scored: 320, full: 450, tipped: 320, lost: 320 },
};
const TOGETHER = 70; // ms between beats of the same act: dice fall together, cards are dealt
const OVERLAP = 0.75; // of a beat, after which the next begins
const LONGEST = 1900; // ms that one move may take, whatever it did
const PLAIN: Happening = { what: 'moved', seat: -1, zone: '', pieces: [], tone: '', points: 0, words: '' };

/** When each act begins, and how long it takes. Moments that are only felt take no time. */
export function beatsOf(happened: readonly Happening[]): Beat[] {
  const beats: Beat[] = [];
  let start = 0;
  for (const happening of happened) {
    const length = LENGTHS[happening.what];
    const last = beats.at(-1);
    if (!length) continue;
    if (last) start += last.happening.what === happening.what ? TOGETHER : last.length * OVERLAP;
    beats.push({ happening, start, length });
  }
  const room = LONGEST - (beats.at(-1)?.length ?? 0);
  return start > room ? beats.map((beat) => ({ ...beat, start: (beat.start * room) / start })) : beats;
}

/** How long it takes until all has happened. */
export const lengthOf = (happened: readonly Happening[]): number => Math.max(0, ...beatsOf(happened).map(({ start, length }) => start + length));

/** Which piece moves when: those that a beat names or that end in its zone, fairly shared; the rest with the first. */
export function choreography(happened: readonly Happening[], journey: Journey, before: Scene, after: Scene): Steps[] {
  const beats = beatsOf(happened);
  const steps = (beats.length ? beats : [{ happening: PLAIN, start: 0, length: 340 }]).map((beat): Steps => ({ ...beat, travels: [], changed: [], arrived: [], gone: [] }));
  const at = new Map([...zonesOf(before), ...zonesOf(after)]);
  const load = (step: Steps): number => step.travels.length + step.changed.length + step.arrived.length + step.gone.length;
  const least = (some: Steps[]): Steps | undefined => some.reduce<Steps | undefined>((best, step) => (best && load(best) <= load(step) ? best : step), undefined);
  const first = steps[0] as Steps;

  const stepOf = (piece: string): Steps =>
    steps.find(({ happening }) => happening.pieces.includes(piece)) ?? least(steps.filter(({ happening }) => happening.zone && happening.zone === at.get(piece))) ?? first;

  for (const travel of journey.travels) (travel.within ? first : stepOf(travel.piece)).travels.push(travel);
  for (const piece of journey.changed) stepOf(piece).changed.push(piece);
  for (const piece of journey.arrived) stepOf(piece).arrived.push(piece);
  // what is gone went to where nothing was seen to arrive: onto a pile, into a bag, out of the door
  for (const piece of journey.gone) {
    const named = steps.find(({ happening }) => happening.pieces.includes(piece));
    const empty = steps.filter((step) => step.happening.zone && !step.travels.length && !step.arrived.length && !step.changed.length);
    (named ?? least(empty) ?? first).gone.push(piece);
  }
  return steps;
}

const zonesOf = (scene: Scene): [string, string][] => scene.zones.flatMap((zone) => zone.pieces.map((piece): [string, string] => [piece.id, zone.id]));
