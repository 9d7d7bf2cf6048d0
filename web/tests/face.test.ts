import { describe, expect, it } from 'vitest';
import { faceNumber, faceParts, noteParts, pieceLabel, runs, withRules, lettersOf } from '../src/lib/face';
import { piece } from './help';

const said = (face: string): string[] => faceParts(face).map((part) => `${part.kind}:${part.text}`);

describe('a face', () => {
  it('is cut into numbers, letters, words and signs', () => {
    expect(said('4*')).toEqual(['number:4', 'sign:*']);
    expect(said('RVM 3')).toEqual(['letter:R', 'letter:V', 'letter:M', 'number:3']);
    expect(said('cook_2')).toEqual(['word:cook', 'number:2']);
    expect(said('')).toEqual([]);
  });

  it('has a number for bars', () => {
    expect(faceNumber('R12')).toBe(12);
    expect(faceNumber('x')).toBe(-1);
  });
});

describe('words', () => {
  it('set rule numbers apart', () => {
    expect(withRules('Choose. AB-R12 now').filter((part) => part.rule)).toEqual([{ text: 'AB-R12', rule: true }]);
  });

  it('leave out brackets that hold nothing but a rule', () => {
    const text = (words: string): string => withRules(words).map((part) => part.text).join('');
    expect(text('it ended (AB-3)')).toBe('it ended AB-3');
    expect(text('it ended (AB-3 and AB-4)')).toBe('it ended (AB-3 and AB-4)');
  });

  it('set codes apart', () => {
    expect(noteParts('wants {perch} 8, {any-fish} 6').map((part) => part.art || part.text)).toEqual(['wants ', 'perch', ' 8, ', 'any-fish', ' 6']);
  });

  it('know a little markdown', () => {
    expect(runs('a **b** *c*').map((run) => run.kind)).toEqual(['plain', 'strong', 'plain', 'em']);
  });

  it('name a piece without saying things twice', () => {
    expect(pieceLabel({ ...piece('a'), tooltip: 'white die 1', badges: ['white 1', '3'] })).toBe('white die 1, 3');
    expect(pieceLabel({ ...piece('a', ''), tooltip: '' })).toBe('card, face down');
  });
});

describe('letters as a reading aid', () => {
  const letters = (face: string, color = '', art = '') => lettersOf({ face, color, art });

  it('are the code on the face', () => {
    expect(letters('R4', 'red', 'perch')).toBe('R');
    expect(letters('GGR≠-L', 'green', 'guest-badger')).toBe('GGRL');
    expect(letters('B=M')).toBe('BM');
  });

  it('name the colour where the face has none', () => {
    expect(letters('7*', 'red', 'mushroom')).toBe('R');
    expect(letters('12k')).toBe('');
    expect(letters('free')).toBe('');
  });
});
