import { describe, expect, it } from 'vitest';
import { journey, news } from '../src/lib/flip';
import { piece, scene, zone } from './help';

describe('a journey', () => {
  it('follows a piece by its id across zones', () => {
    const a = piece('a');
    const { travels } = journey(scene([zone('hand', [a]), zone('dish')]), scene([zone('hand'), zone('dish', [a])]));
    expect(travels).toEqual([{ piece: 'a', from: { piece: 'a' }, turned: false }]);
  });

  it('pairs a piece that is gone with an equal one that came', () => {
    const before = scene([zone('hand', [piece('hand#1', '5')]), zone('tray')]);
    const after = scene([zone('hand'), zone('tray', [piece('tray#1', '5')])]);
    expect(journey(before, after).travels).toEqual([{ piece: 'tray#1', from: { piece: 'hand#1' }, turned: false }]);
  });

  it('turns up a card of a hidden hand', () => {
    const before = scene([zone('hand', [piece('hidden#1', '')]), zone('dish')]);
    const after = scene([zone('hand'), zone('dish', [piece('7#1', '7')])]);
    expect(journey(before, after).travels).toEqual([{ piece: '7#1', from: { piece: 'hidden#1' }, turned: true }]);
  });

  it('draws new cards from the stack that shrank', () => {
    const before = scene([zone('deck', [], 9), zone('area')]);
    const after = scene([zone('deck', [], 8), zone('area', [piece('1#1', '1'), piece('2#1', '2')])]);
    const { travels, arrived } = journey(before, after);
    expect(travels).toEqual([{ piece: '1#1', from: { zone: 'deck' }, turned: true }]);
    expect(arrived).toEqual(['2#1']);
  });

  it('tells dice that show something else', () => {
    const before = scene([zone('tray', [piece('die', 'R', 'die')])]);
    const after = scene([zone('tray', [piece('die', 'S', 'die')])]);
    expect(journey(before, after)).toEqual({ travels: [], changed: ['die'], arrived: [], gone: [] });
  });

  it('leaves the cells of a sheet where they are', () => {
    const before = scene([zone('sheet', [piece('old', 'x', 'cell')])]);
    const after = scene([zone('sheet', [piece('new', 'x', 'cell')])]);
    expect(journey(before, after)).toEqual({ travels: [], changed: [], arrived: [], gone: [] });
  });

  it('knows a piece that stays in its zone', () => {
    const [before, after] = [scene([zone('hand', [piece('a')])]), scene([zone('hand', [piece('a'), piece('b')])])];
    expect(journey(before, after).travels).toEqual([{ piece: 'a', from: { piece: 'a' }, turned: false, within: 'hand' }]);
  });

  it('has nothing to tell of a zone in which nothing changed', () => {
    const hand = zone('hand', [piece('a')]);
    expect(journey(scene([hand]), scene([hand, zone('dish')]))).toEqual({ travels: [], changed: [], arrived: [], gone: [] });
  });

  it('takes the card that was played, not an equal one that lies where it lay', () => {
    const before = scene([zone('hand', [piece('5#1', '5')]), zone('mine', [piece('5#2', '5')]), zone('dish')]);
    const after = scene([zone('hand'), zone('mine', [piece('5#1', '5')]), zone('dish', [piece('5#2', '5')])]);
    expect(journey(before, after)).toEqual({
      travels: [
        { piece: '5#1', from: { piece: '5#2' }, turned: false, within: 'mine' },
        { piece: '5#2', from: { piece: '5#1' }, turned: false },
      ],
      changed: [],
      arrived: [],
      gone: [],
    });
  });

  it('has nothing to tell of the first scene', () => {
    expect(journey(null, scene([zone('a', [piece('x')])])).travels).toEqual([]);
  });
});

describe('news', () => {
  it('are pieces that came, moved or changed', () => {
    const before = scene([zone('a', [piece('stays'), piece('goes')]), zone('b', [piece('turns', '1')])]);
    const after = scene([zone('a', [piece('stays')]), zone('b', [piece('turns', '2'), piece('goes'), piece('comes')])]);
    expect(news(before, after).sort()).toEqual(['comes', 'goes', 'turns']);
  });

  it('are not equal pieces that have another number now', () => {
    const before = scene([zone('hand', [piece('5#1', '5')]), zone('mine', [piece('5#2', '5')]), zone('trash')]);
    const after = scene([zone('hand'), zone('mine', [piece('5#1', '5')]), zone('trash')]);
    expect(news(before, after)).toEqual([]);
  });

  it('are two pieces of a zone that show what the other did', () => {
    const before = scene([zone('a', [piece('x', '1'), piece('y', '2')])]);
    const after = scene([zone('a', [piece('x', '2'), piece('y', '1')])]);
    expect(news(before, after)).toEqual(['x', 'y']);
  });
});
