import { describe, expect, it } from 'vitest';
import { pieceLabel, unruled } from '../src/lib/face';
import { Speech } from '../src/lib/speech.svelte';
import type { Choice } from '../src/lib/types';
import { choice } from './help';

const choices: Choice[] = [choice(1, [], '', 'Take 1')];
const heard = (speech: Speech): string[] => speech.said.map((line) => line.text);

describe('what is said', () => {
  it('adds news and turns to one list, in order', () => {
    const speech = new Speech();
    speech.show({ question: 'Waiting for Ada', choices: [] });
    speech.tell(['Ada takes 2.', 'The cup is full.']);
    speech.show({ question: 'How many do you take? LD-4', choices });
    speech.tell(['You take 1.']);
    expect(heard(speech)).toEqual(['Ada takes 2.', 'The cup is full.', 'Your turn. How many do you take?', 'You take 1.']);
  });

  it('leaves the first question to whoever looks at it', () => {
    const speech = new Speech();
    speech.show({ question: 'How many do you take?', choices });
    expect(heard(speech)).toEqual([]);
  });

  it('says a question once, and a new one of the same turn without calling', () => {
    const speech = new Speech();
    speech.show({ question: 'Waiting for Ada', choices: [] });
    for (const question of ['Which card?', 'Which card?', 'Which dish?']) speech.show({ question, choices });
    speech.show({ question: 'Waiting for Ada', choices: [] });
    speech.show({ question: 'Which dish?', choices });
    expect(heard(speech)).toEqual(['Your turn. Which card?', 'Which dish?', 'Your turn. Which dish?']);
  });

  it('keeps the identity of a line, so that it is not said again', () => {
    const speech = new Speech();
    for (let i = 0; i < 30; i += 1) {
      const before = speech.said;
      speech.tell([`${i}`]);
      expect(speech.said.at(-2)).toBe(before.at(-1));
    }
    expect(speech.said.length).toBeLessThan(20);
    expect(new Set(speech.said.map((line) => line.id)).size).toBe(speech.said.length);
  });
});

describe('rule numbers', () => {
  it('are not said at the end of a sentence', () => {
    expect(unruled('Bid or pass? MI-16')).toBe('Bid or pass?');
    expect(unruled('There is no 8 Star in your hand. (UM-9)')).toBe('There is no 8 Star in your hand.');
    expect(unruled('Use a token, or stop? YA-R41')).toBe('Use a token, or stop?');
    expect(unruled('No. (UM-9, UM-10) UM-R7')).toBe('No.');
  });

  it('are no names', () => {
    for (const text of ['Waiting for RX-7', 'The bid is 3k by RX-7; bid or pass?', 'RX-7']) expect(unruled(text)).toBe(text);
  });
});

it('says a face without underscores', () => {
  expect(pieceLabel({ tooltip: '', face: 'refill_2', kind: 'card', color: '', badges: [] })).toBe('refill 2');
});
