// From a list of legal actions to things to touch.
//
// A choice names the pieces and the zone it is about. Targets that stand in exactly the same choices form one class.
// Touching a target narrows the choices down; what is left is played, asked in place, or narrowed further by the next
// touch. Where one choice is part of another (re-roll these dice, or these and that one) a touch never plays: it
// collects, and a button plays what is collected. So it is with ready-made answers, which take several steps at once.
//
// Equal pieces are one for the finger, as they are for the rules: of three equal dice the choices may name the third,
// the last two or all. Then only how many are touched counts: the first touch stands for the third die, whichever it is.

import type { Choice, Piece, Zone } from './types';

export type Target = string;

export const zoneTarget = (zone: string): Target => `@${zone}`;

export function targetsOf(choice: Choice): Target[] {
  return choice.zone ? [...choice.pieces, zoneTarget(choice.zone)] : choice.pieces;
}

export type Step =
  | { kind: 'act'; choice: Choice }
  | { kind: 'ask'; choices: Choice[]; picked: Target[] }
  | { kind: 'pick'; picked: Target[] };

type Things = Pick<Zone, 'id' | 'pieces'>;

const alike = (piece: Piece): string => JSON.stringify([piece.kind, piece.face, piece.color, piece.shape, piece.badges]);

export class Plan {
  readonly free: Choice[] = [];
  private targets = new Set<Target>();
  private equals = new Map<Target, string>(); // of equal pieces that only count: their name in common
  private classes = new Map<string, string>(); // by word; the word of a target is itself, or its count among equals
  private sets = new Map<Choice, Set<string>>();
  readonly choices: readonly Choice[];

  /** `combined` are ready-made ways to answer this question and those after it: they are touched like the others. */
  constructor(
    legal: readonly Choice[],
    zones: readonly Things[] = [],
    combined: readonly Choice[] = [],
  ) {
    const choices = (this.choices = [...legal, ...combined]);
    for (const choice of choices) {
      const targets = targetsOf(choice);
      if (!targets.length) this.free.push(choice);
      for (const target of targets) this.targets.add(target);
    }
    for (const zone of zones) this.pair(zone);
    const words = choices.map((choice) => this.worded(targetsOf(choice)));
    const standing = new Map<string, number[]>();
    words.forEach((all, i) => all.forEach((word) => standing.set(word, [...(standing.get(word) ?? []), i])));
    for (const [word, found] of standing) this.classes.set(word, found.join(' '));
    choices.forEach((choice, i) => this.sets.set(choice, new Set([...(words[i] ?? [])].map((word) => this.classes.get(word) ?? ''))));
  }

  /** Finds the equal pieces of a zone of which the choices only say how many: each choice has those of the next smaller one. */
  private pair(zone: Things): void {
    const groups = new Map<string, Target[]>();
    for (const piece of zone.pieces) {
      if (this.targets.has(piece.id)) groups.set(alike(piece), [...(groups.get(alike(piece)) ?? []), piece.id]);
    }
    for (const [first = '', ...others] of groups.values()) {
      if (!others.length) continue;
      const group = [first, ...others];
      const parts = this.choices.map((choice) => group.filter((id) => choice.pieces.includes(id))).filter((part) => part.length);
      parts.sort((a, b) => a.length - b.length);
      const counted = parts.every((part, i) => i === 0 || parts[i - 1]?.every((id) => part.includes(id)));
      const steps = new Set(parts.map((part) => part.length));
      if (counted && steps.size > 1 && group.every((_, i) => steps.has(i + 1))) for (const id of group) this.equals.set(id, first);
    }
  }

  /** A target as itself; of equal pieces that are counted, the first, the second and so on. */
  private worded(targets: readonly Target[]): Set<string> {
    const counts = new Map<string, number>();
    const words = [...new Set(targets)].map((target) => {
      const group = this.equals.get(target);
      if (group === undefined) return target;
      counts.set(group, (counts.get(group) ?? 0) + 1);
      return `${group} ×${counts.get(group)}`;
    });
    return new Set(words);
  }

  isTarget(target: Target): boolean {
    return this.targets.has(target);
  }

  touching(target: Target): Choice[] {
    return this.candidates([target]);
  }

  /** The choices that are about everything picked. */
  candidates(picked: readonly Target[]): Choice[] {
    const wanted = this.classesOf(picked);
    if (!wanted.size) return this.choices.filter((choice) => targetsOf(choice).length);
    return this.choices.filter((choice) => [...wanted].every((cls) => this.sets.get(choice)?.has(cls)));
  }

  /** Those about what is picked and nothing else. */
  exact(picked: readonly Target[]): Choice[] {
    const wanted = this.classesOf(picked);
    return wanted.size ? this.candidates(picked).filter((c) => this.sets.get(c)?.size === wanted.size) : [];
  }

  isPicked(picked: readonly Target[], target: Target): boolean {
    if (this.equals.has(target)) return picked.includes(target);
    const cls = this.classes.get(target);
    return cls !== undefined && this.classesOf(picked).has(cls);
  }

  /** The targets that lead on from what is picked. */
  open(picked: readonly Target[]): Set<Target> {
    const open = new Set(this.candidates(picked).flatMap(targetsOf));
    for (const target of this.equals.keys()) {
      if (this.candidates([...picked, target]).length) open.add(target);
      else open.delete(target);
    }
    return open;
  }

  touch(picked: readonly Target[], target: Target): Step {
    if (this.isPicked(picked, target)) {
      return { kind: 'pick', picked: picked.filter((other) => other !== target && !this.isPicked([target], other)) };
    }
    const next = [...picked, target];
    const left = this.candidates(next);
    if (!left.length) return picked.length ? this.touch([], target) : { kind: 'pick', picked: [] };
    if (this.collects(next)) return { kind: 'pick', picked: next };
    if (left.some((choice) => choice.then.length)) return { kind: 'pick', picked: next };
    const [only] = left;
    if (only && left.length === 1) return { kind: 'act', choice: only };
    if (left.every((choice) => this.sameSet(choice, left[0]))) return { kind: 'ask', choices: left, picked: next };
    return { kind: 'pick', picked: next };
  }

  /** What remains of a half-made choice in a new list of choices. */
  keep(picked: readonly Target[]): Target[] {
    return picked.every((target) => this.isTarget(target)) && this.candidates(picked).length ? [...picked] : [];
  }

  collects(picked: readonly Target[]): boolean {
    return picked.some((target) => {
      const sets = this.candidates([target]).map((choice) => this.sets.get(choice) ?? new Set<string>());
      return sets.some((a) => sets.some((b) => a.size < b.size && [...a].every((cls) => b.has(cls))));
    });
  }

  private sameSet(a: Choice, b: Choice | undefined): boolean {
    const x = this.sets.get(a);
    const y = b && this.sets.get(b);
    return !!x && !!y && x.size === y.size && [...x].every((cls) => y.has(cls));
  }

  private classesOf(picked: readonly Target[]): Set<string> {
    return new Set([...this.worded(picked)].map((word) => this.classes.get(word) ?? ''));
  }
}

export interface Numbers {
  kind: 'numbers';
  key: string;
  before: string;
  after: string;
  items: { value: number; choice: Choice }[];
}

export type Family = Numbers | { kind: 'one'; key: string; choice: Choice };

const MANY_NUMBERS = 5;
const NUMBER = /\d+/;

/** Choices whose words differ in one number only become one thing with a number to set. */
export function families(choices: readonly Choice[]): Family[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const key = choice.label.replace(NUMBER, '#');
    groups.set(key, [...(groups.get(key) ?? []), choice]);
  }
  return [...groups].flatMap(([key, members]): Family[] => {
    if (members.length < MANY_NUMBERS || !key.includes('#')) {
      return members.map((choice) => ({ kind: 'one', key: choice.notation, choice }));
    }
    const [before = '', after = ''] = key.split('#');
    const items = members.map((choice) => ({ value: Number(NUMBER.exec(choice.label)?.[0] ?? 0), choice }));
    items.sort((a, b) => a.value - b.value);
    return [{ kind: 'numbers', key, before: before.trim(), after, items }];
  });
}
