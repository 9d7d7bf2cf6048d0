import { describe, expect, it } from 'vitest';
import { families, Plan } from '../src/lib/choices';
import { choice, piece, zone } from './help';

describe('touching', () => {
  it('plays the only choice of a piece', () => {
    const plan = new Plan([choice(1, ['a']), choice(2, ['b'])]);
    expect(plan.touch([], 'a')).toMatchObject({ kind: 'act', choice: { action: 1 } });
  });

  it('takes equal cards for one', () => {
    const plan = new Plan([choice(1, ['six#1', 'six#2']), choice(2, ['b'])]);
    expect(plan.touch([], 'six#2')).toMatchObject({ kind: 'act', choice: { action: 1 } });
  });

  it('asks in place when one piece has several choices', () => {
    const plan = new Plan([choice(1, ['a']), choice(2, ['a'])]);
    expect(plan.touch([], 'a')).toMatchObject({ kind: 'ask', choices: [{ action: 1 }, { action: 2 }] });
  });

  it('goes on to the second piece of a pair', () => {
    const plan = new Plan([choice(1, ['tile', 'x']), choice(2, ['tile', 'y']), choice(3, ['other', 'x'])]);
    expect(plan.touch([], 'tile')).toEqual({ kind: 'pick', picked: ['tile'] });
    expect([...plan.open(['tile'])].sort()).toEqual(['tile', 'x', 'y']);
    expect(plan.touch(['tile'], 'y')).toMatchObject({ kind: 'act', choice: { action: 2 } });
  });

  it('changes its mind when the next touch does not fit', () => {
    const plan = new Plan([choice(1, ['tile', 'x']), choice(2, ['tile', 'y']), choice(3, ['other', 'x']), choice(4, ['other', 'y'])]);
    expect(plan.touch(['tile'], 'other')).toEqual({ kind: 'pick', picked: ['other'] });
  });

  it('lets go of what is touched again', () => {
    const plan = new Plan([choice(1, ['tile', 'x']), choice(2, ['tile', 'y'])]);
    expect(plan.touch(['tile'], 'tile')).toEqual({ kind: 'pick', picked: [] });
  });

  it('collects where one choice is part of another, and never plays by itself', () => {
    const plan = new Plan([choice(1, ['a']), choice(2, ['b']), choice(3, ['a', 'b'])]);
    expect(plan.touch([], 'a')).toEqual({ kind: 'pick', picked: ['a'] });
    expect(plan.exact(['a']).map((c) => c.action)).toEqual([1]);
    expect(plan.touch(['a'], 'b')).toEqual({ kind: 'pick', picked: ['a', 'b'] });
    expect(plan.exact(['a', 'b']).map((c) => c.action)).toEqual([3]);
  });

  it('never plays a ready-made answer by itself', () => {
    const ready = { ...choice(3, ['a', 'c']), then: [9] };
    const plan = new Plan([choice(1, ['a'])], [], [ready]);
    for (const [one, other] of [['a', 'c'], ['c', 'a']] as const) {
      expect(plan.touch([], one)).toEqual({ kind: 'pick', picked: [one] });
      expect(plan.touch([one], other)).toEqual({ kind: 'pick', picked: [one, other] });
      expect(plan.exact([one, other])).toEqual([ready]);
    }
  });

  it('knows zones from pieces', () => {
    const plan = new Plan([choice(1, [], 'dish:0'), choice(2, [], 'dish:1'), choice(3)]);
    expect(plan.touch([], '@dish:1')).toMatchObject({ kind: 'act', choice: { action: 2 } });
    expect(plan.isTarget('dish:1')).toBe(false);
    expect(plan.free.map((c) => c.action)).toEqual([3]);
  });

  it('keeps a half-made choice that still makes sense', () => {
    const choices = [choice(1, ['tile', 'x']), choice(2, ['tile', 'y'])];
    expect(new Plan(choices).keep(['tile'])).toEqual(['tile']);
    expect(new Plan([choice(9, ['z'])]).keep(['tile'])).toEqual([]);
  });
});

describe('equal pieces', () => {
  const dice = ['die:0', 'die:1', 'die:2'].map((id) => piece(id, 'meat', 'die')).concat(piece('die:3', 'rice', 'die'));
  const [one, two, three, other] = [['die:2'], ['die:1', 'die:2'], ['die:0', 'die:1', 'die:2'], ['die:3']];
  const rolls = [one, two, three, other, [...one, ...other], [...two, ...other], [...three, ...other]].map((ids, i) => choice(i, ids));
  const plan = new Plan(rolls, [zone('tray', dice)]);
  const exact = (...ids: string[]): number[] => plan.exact(ids).map((found) => found.action);

  it('count, whichever of them are touched', () => {
    for (const die of ['die:0', 'die:1', 'die:2']) {
      expect(plan.touch([], die)).toEqual({ kind: 'pick', picked: [die] });
      expect(exact(die)).toEqual([0]);
    }
    expect(exact('die:0', 'die:2')).toEqual([1]);
    expect(exact('die:1', 'die:0')).toEqual([1]);
    expect(exact('die:0', 'die:1', 'die:2')).toEqual([2]);
    expect(exact('die:3', 'die:0')).toEqual([4]);
  });

  it('are picked and let go one by one', () => {
    expect(plan.isPicked(['die:0'], 'die:1')).toBe(false);
    expect(plan.touch(['die:0', 'die:2'], 'die:0')).toEqual({ kind: 'pick', picked: ['die:2'] });
    expect(plan.open(['die:0'])).toEqual(new Set(['die:0', 'die:1', 'die:2', 'die:3']));
  });

  it('are told apart where the choices tell them apart', () => {
    const places = new Plan([choice(1, ['a']), choice(2, ['b'])], [zone('board', [piece('a', 'x', 'cell'), piece('b', 'x', 'cell')])]);
    expect(places.touch([], 'a')).toMatchObject({ kind: 'act', choice: { action: 1 } });
    expect(places.touch([], 'b')).toMatchObject({ kind: 'act', choice: { action: 2 } });
  });

  it('are told apart where they look different or lie elsewhere', () => {
    const [red, white] = [piece('die:1', 'meat', 'die', 'red'), piece('die:2', 'meat', 'die', 'white')];
    const mixed = new Plan([choice(1, ['die:2']), choice(2, ['die:1', 'die:2'])], [zone('tray', [red, white])]);
    expect(mixed.exact(['die:1'])).toEqual([]);
    const apart = new Plan([choice(1, ['die:2']), choice(2, ['die:1', 'die:2'])], [zone('a', [red]), zone('b', [{ ...red, id: 'die:2' }])]);
    expect(apart.exact(['die:1'])).toEqual([]);
  });
});

describe('families', () => {
  it('makes one of choices that differ in a number', () => {
    const bids = [3, 1, 2, 4, 5].map((n) => choice(n, [], '', `Bid ${n}k`));
    const [bid, pass] = families([...bids, choice(9, [], '', 'Pass')]);
    expect(bid).toMatchObject({ kind: 'numbers', before: 'Bid', after: 'k' });
    expect(bid?.kind === 'numbers' && bid.items.map((item) => item.value)).toEqual([1, 2, 3, 4, 5]);
    expect(pass).toMatchObject({ kind: 'one', choice: { action: 9 } });
  });

  it('leaves a few alone', () => {
    expect(families([choice(1, [], '', 'Give 1'), choice(2, [], '', 'Give 2')]).every((f) => f.kind === 'one')).toBe(true);
  });
});
