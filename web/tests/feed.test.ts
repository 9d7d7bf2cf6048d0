import { describe, expect, it } from 'vitest';
import { apply, fromState, type Model } from '../src/lib/feed';
import type { GameEvent, LogEntry } from '../src/lib/types';
import { scene, state, zone } from './help';

const entry = (line: string): LogEntry => ({ seat: 0, notation: line, lines: [line], at: 0, turn: 0, heading: '', kind: '', points: [], events: [] });
const event = (number: number, more: Partial<GameEvent> = {}): GameEvent => ({ type: 'event', number, kind: 'move', seat: 1, at: 5, ...more });

describe('a feed', () => {
  const model = fromState(state(3, { log: { from: 0, entries: [entry('a'), entry('b')], conceded: [] } }));

  it('takes the next event', () => {
    const next = scene([zone('z')]);
    const { model: after, outcome } = apply(model, event(4, { scene: next, log: { from: 2, entries: [entry('c')], conceded: [] }, undo: 'no' }));
    expect(outcome).toBe('changed');
    expect(after).toMatchObject({ number: 4, scene: next, undo: 'no' });
    expect(after?.log.entries.map((e) => e.lines[0])).toEqual(['a', 'b', 'c']);
  });

  it('ignores what it has', () => {
    expect(apply(model, event(3))).toEqual({ model, outcome: 'same' });
  });

  it('notices a gap and keeps what it has', () => {
    expect(apply(model, event(5))).toEqual({ model, outcome: 'gap' });
    expect(apply(null, event(1)).outcome).toBe('gap');
  });

  it('shortens the log when a move is taken back', () => {
    const { model: after } = apply(model, event(4, { kind: 'undo', log: { from: 1, entries: [], conceded: [] } }));
    expect(after?.log.entries).toHaveLength(1);
  });

  it('keeps earlier entries when a later state brings only the last ones', () => {
    const { model: after } = apply(model, state(9, { log: { from: 1, entries: [entry('B'), entry('C')], conceded: [] } }));
    expect(after?.log).toEqual({ from: 0, entries: [entry('a'), entry('B'), entry('C')], conceded: [] });
  });

  it('starts anew where a part does not join on', () => {
    const { model: after } = apply(model, state(90, { log: { from: 60, entries: [entry('x')], conceded: [] } }));
    expect(after?.log).toEqual({ from: 60, entries: [entry('x')], conceded: [] });
  });

  it('hears chat', () => {
    const { model: after } = apply(model, event(4, { kind: 'chat', text: 'hello', room: 'table' }));
    expect((after as Model).chat).toEqual([{ seat: 1, text: 'hello', room: 'table', at: 5 }]);
  });
});
