import { beforeEach, describe, expect, it } from 'vitest';
import { foreseen, Lookups, pointWords } from '../src/lib/lookups.svelte';
import type { Message } from '../src/lib/types';
import { choice } from './help';

describe('looking around', () => {
  let sent: Message[];
  let linked: boolean;
  let looks: Lookups;

  beforeEach(() => {
    [sent, linked] = [[], true];
    looks = new Lookups((message) => (linked ? `q${sent.push(message)}` : ''));
  });

  it('asks once and keeps the answer', () => {
    looks.why('card#1');
    looks.why('card#1');
    expect(sent).toEqual([{ type: 'why', piece: 'card#1' }]);
    looks.hear({ type: 'why', id: 'q1', reason: 'Not yours.', rule: 'XY-1' });
    looks.why('card#1');
    expect(looks.reason('card#1')).toEqual({ reason: 'Not yours.', rule: 'XY-1' });
    expect(sent).toHaveLength(1);
  });

  it('tells answers apart by their ids', () => {
    looks.foresee(choice(3));
    looks.foresee(choice(4));
    looks.hear({ type: 'preview', id: 'q2', move: 4, lines: ['four'], points: 0, open: false, ghosts: [], gone: [] });
    looks.hear({ type: 'preview', id: 'q1', move: 3, lines: ['three'], points: 1, open: true, ghosts: [], gone: [] });
    expect(looks.preview(choice(3))?.lines).toEqual(['three']);
    expect(looks.preview(choice(4))?.lines).toEqual(['four']);
  });

  it('forgets when the table changes, also what is still on its way', () => {
    looks.why('a');
    looks.forget();
    looks.hear({ type: 'why', id: 'q1', reason: 'Too late.', rule: '' });
    expect(looks.reason('a')).toBeUndefined();
    looks.why('a');
    expect(sent).toHaveLength(2);
  });

  it('takes a refusal quietly, and only of its own', () => {
    looks.foresee(choice(1));
    expect(looks.refused('q1')).toBe(true);
    expect(looks.refused('q1')).toBe(false);
    expect(looks.refused('a move')).toBe(false);
    looks.foresee(choice(1));
    expect(sent).toHaveLength(1);
  });

  it('asks again once there is a link', () => {
    linked = false;
    looks.why('a');
    linked = true;
    looks.why('a');
    expect(sent).toHaveLength(1);
  });

  it('says what would happen', () => {
    expect(foreseen({ lines: ['It moves'], points: 2, open: true, ghosts: [], gone: [] })).toBe('If you do this: It moves. +2 points. what follows is not known yet');
    expect(foreseen({ lines: [], points: 0, open: false, ghosts: [], gone: [] })).toBe('');
    expect([pointWords(0), pointWords(1), pointWords(-3)]).toEqual(['', '+1 point', '−3 points']);
  });
});
