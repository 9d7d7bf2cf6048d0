import { describe, expect, it } from 'vitest';
import { beatsOf, choreography, lengthOf } from '../src/lib/choreography';
import { journey } from '../src/lib/flip';
import type { Happening } from '../src/lib/types';
import { piece, scene, zone } from './help';

const happening = (what: string, where = '', pieces: string[] = [], tone: Happening['tone'] = ''): Happening => ({ what, seat: 1, zone: where, pieces, tone, points: 0, words: '' });

describe('beats', () => {
  it('follow one another, those of one act close together, and each takes 200 to 450 ms', () => {
    const beats = beatsOf(['moved', 'claimed', 'drawn', 'drawn', 'scored'].map((what) => happening(what)));
    const starts = beats.map(({ start }) => start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect(starts[3] ?? 0).toBeLessThan((starts[2] ?? 0) + 200);
    for (const { length } of beats) expect(length >= 200 && length <= 450).toBe(true);
  });

  it('leave out what is only felt', () => expect(lengthOf([happening('turn'), happening('day')])).toBe(0));

  it('end within two seconds, however much happened', () => {
    const much = Array.from({ length: 20 }, (_, i) => happening(i % 2 ? 'moved' : 'served'));
    expect(beatsOf(much)).toHaveLength(20);
    expect(lengthOf(much)).toBeLessThan(2000);
  });
});

describe('choreography', () => {
  it('gives each beat the pieces that end in its zone, and what it names', () => {
    const before = scene([zone('moving', [piece('card')]), zone('favorites', [piece('favorite')]), zone('deck', [], 9), zone('area'), zone('dish')]);
    const after = scene([zone('moving'), zone('favorites'), zone('deck', [], 7), zone('area', [piece('one'), piece('two')]), zone('dish', [piece('card'), piece('favorite')])]);
    const happened = [happening('moved', 'dish'), happening('claimed', 'dish', ['favorite']), happening('drawn', 'area'), happening('drawn', 'area')];
    const steps = choreography(happened, journey(before, after), before, after);
    expect(steps.map(({ travels, arrived }) => [...travels.map((travel) => travel.piece), ...arrived])).toEqual([['card'], ['favorite'], ['one'], ['two']]);
  });

  it('lets what is gone go where nothing arrives', () => {
    const before = scene([zone('hand', [piece('stays'), piece('goes')]), zone('trash', [], 0)]);
    const after = scene([zone('hand', [piece('stays')]), zone('trash', [], 1)]);
    const [first, second] = choreography([happening('passed'), happening('moved', 'trash')], journey(before, after), before, after);
    expect([first?.gone, second?.gone]).toEqual([[], ['goes']]);
    expect(first?.travels.map(({ piece }) => piece)).toEqual(['stays']); // its neighbours close up at once
  });

  it('moves all at once what nothing is told of', () => {
    const before = scene([zone('a', [piece('x')]), zone('b')]);
    const after = scene([zone('a'), zone('b', [piece('x')])]);
    expect(choreography([], journey(before, after), before, after)).toMatchObject([{ start: 0, travels: [{ piece: 'x' }] }]);
  });
});
