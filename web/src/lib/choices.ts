// From a list of legal actions to things to touch.
//
// A choice names the pieces and the zone it is about. Targets that stand in exactly the same choices are
// interchangeable (two equal cards) and form one class. Touching a target narrows the choices down; what is left is
// played, asked in place, or narrowed further by the next touch. Where one choice is part of another (re-roll these
// dice, or these and that one) a touch never plays: it collects, and a button plays what is collected.

import type { Choice } from './types';

export type Target = string;

export const zoneTarget = (zone: string): Target => `@${zone}`;

export function targetsOf(choice: Choice): Target[] {
  return choice.zone ? [...choice.pieces, zoneTarget(choice.zone)] : choice.pieces;
}

export type Step =
  | { kind: 'act'; choice: Choice }
  | { kind: 'ask'; choices: Choice[]; picked: Target[] }
  | { kind: 'pick'; picked: Target[] };

export class Plan {
  readonly free: Choice[] = [];
  private classes = new Map<Target, string>();
  private sets = new Map<number, Set<string>>();

  constructor(readonly choices: Choice[]) {
    const touching = new Map<Target, number[]>();
    for (const choice of choices) {
      const targets = targetsOf(choice);
      if (!targets.length) this.free.push(choice);
      for (const target of new Set(targets)) touching.set(target, [...(touching.get(target) ?? []), choice.action]);
    }
    for (const [target, actions] of touching) this.classes.set(target, actions.join(' '));
    for (const choice of choices) {
      this.sets.set(choice.action, new Set(targetsOf(choice).map((target) => this.classes.get(target) ?? '')));
    }
  }

  isTarget(target: Target): boolean {
    return this.classes.has(target);
  }

  touching(target: Target): Choice[] {
    return this.candidates([target]);
  }

  /** The choices that are about everything picked. */
  candidates(picked: readonly Target[]): Choice[] {
    const wanted = this.classesOf(picked);
    if (!wanted.size) return this.choices.filter((choice) => targetsOf(choice).length);
    return this.choices.filter((choice) => [...wanted].every((cls) => this.sets.get(choice.action)?.has(cls)));
  }

  /** Those about what is picked and nothing else. */
  exact(picked: readonly Target[]): Choice[] {
    const wanted = this.classesOf(picked);
    return wanted.size ? this.candidates(picked).filter((c) => this.sets.get(c.action)?.size === wanted.size) : [];
  }

  isPicked(picked: readonly Target[], target: Target): boolean {
    const cls = this.classes.get(target);
    return cls !== undefined && this.classesOf(picked).has(cls);
  }

  /** The targets that lead on from what is picked. */
  open(picked: readonly Target[]): Set<Target> {
    return new Set(this.candidates(picked).flatMap(targetsOf));
  }

  touch(picked: readonly Target[], target: Target): Step {
    if (this.isPicked(picked, target)) {
      const cls = this.classes.get(target);
      return { kind: 'pick', picked: picked.filter((other) => this.classes.get(other) !== cls) };
    }
    const next = [...picked, target];
    const left = this.candidates(next);
    if (!left.length) return picked.length ? this.touch([], target) : { kind: 'pick', picked: [] };
    if (this.collects(next)) return { kind: 'pick', picked: next };
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
      const sets = this.candidates([target]).map((choice) => this.sets.get(choice.action) ?? new Set<string>());
      return sets.some((a) => sets.some((b) => a.size < b.size && [...a].every((cls) => b.has(cls))));
    });
  }

  private sameSet(a: Choice, b: Choice | undefined): boolean {
    const x = this.sets.get(a.action);
    const y = b && this.sets.get(b.action);
    return !!x && !!y && x.size === y.size && [...x].every((cls) => y.has(cls));
  }

  private classesOf(picked: readonly Target[]): Set<string> {
    return new Set(picked.map((target) => this.classes.get(target) ?? ''));
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
