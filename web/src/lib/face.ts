// A face in the game's notation, cut into parts that a stylesheet can dress: numbers, letters, words, signs.

export interface Part {
  kind: 'number' | 'letter' | 'word' | 'sign';
  text: string;
}

const PARTS = /(\d+)|([A-Za-z]+)|([^A-Za-z0-9\s_]+)/g;
const LONGEST_CODE = 6;

export function faceParts(face: string): Part[] {
  const parts: Part[] = [];
  for (const [text, number, word] of face.matchAll(PARTS)) {
    if (number) parts.push({ kind: 'number', text });
    else if (!word) parts.push({ kind: 'sign', text });
    else if (word === word.toUpperCase() && word.length <= LONGEST_CODE) {
      for (const letter of word) parts.push({ kind: 'letter', text: letter });
    } else parts.push({ kind: 'word', text });
  }
  return parts;
}

/** The number on a face, for bars and tracks; -1 where there is none. */
export function faceNumber(face: string): number {
  const found = /\d+/.exec(face);
  return found ? Number(found[0]) : -1;
}

/** The code on a piece in letters, for those who read letters better than colours and drawings. */
export function lettersOf(piece: { face: string; color: string; art: string }): string {
  const code = faceParts(piece.face)
    .filter((part) => part.kind === 'letter')
    .map((part) => part.text)
    .join('');
  return code || (piece.art ? piece.color.slice(0, 1).toUpperCase() : '');
}

export const isCount = (badge: string): boolean => /^\d+$/.test(badge);

/** What a screen reader says for a piece. */
export function pieceLabel(piece: { tooltip: string; face: string; kind: string; color: string; badges: string[] }): string {
  const said = piece.tooltip || [piece.color, piece.face.replaceAll('_', ' ') || `${piece.kind}, face down`].filter(Boolean).join(' ');
  const words = new Set(said.toLowerCase().split(/[^a-z0-9]+/));
  const more = piece.badges.filter((badge) => !badge.toLowerCase().split(/\s+/).every((word) => words.has(word)));
  return [said, ...more].join(', ');
}

export interface Run {
  text: string;
  kind: 'plain' | 'strong' | 'em' | 'code';
}

const MARKS = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g;

/** The little markdown that rules use inside a paragraph. */
export function runs(text: string): Run[] {
  const found: Run[] = [];
  let at = 0;
  for (const mark of text.matchAll(MARKS)) {
    if (mark.index > at) found.push({ text: text.slice(at, mark.index), kind: 'plain' });
    const [, strong, em, code] = mark;
    found.push(strong ? { text: strong, kind: 'strong' } : em ? { text: em, kind: 'em' } : { text: code ?? '', kind: 'code' });
    at = mark.index + mark[0].length;
  }
  if (at < text.length) found.push({ text: text.slice(at), kind: 'plain' });
  return found;
}

export interface Said {
  text: string;
  rule: boolean;
}

export interface Noted {
  text: string;
  art: string; // the name of a drawing; empty for plain words
}

const DRAWN = /\{([a-z0-9-]+)\}/g;

/** A note with its drawings set apart: "{leaf} 3" */
export function noteParts(note: string): Noted[] {
  const parts: Noted[] = [];
  let at = 0;
  for (const found of note.matchAll(DRAWN)) {
    if (found.index > at) parts.push({ text: note.slice(at, found.index), art: '' });
    parts.push({ text: '', art: found[1] ?? '' });
    at = found.index + found[0].length;
  }
  if (at < note.length) parts.push({ text: note.slice(at), art: '' });
  return parts;
}

/** A note without its drawings, as it is said. */
export const undrawn = (note: string): string => note.replace(DRAWN, '').replace(/\s+/g, ' ').trim();

const RULE = /\(?\b([A-Z]{2,4}-R?\d+[a-z]?)\b\)?/g;

const LAST_RULES = /(?<=[.?!:])(?:\s*(?:\((?:[A-Z]{2,4}-R?\d+[a-z]?[\s,]*)+\)|[A-Z]{2,4}-R?\d+[a-z]?))+\s*$/;

/** Text as it is said: without the rule numbers at its end. */
export const unruled = (text: string): string => text.replace(LAST_RULES, '');

/** Text with its rule numbers set apart. */
export function withRules(text: string): Said[] {
  const said: Said[] = [];
  let at = 0;
  for (const found of text.matchAll(RULE)) {
    if (found.index > at) said.push({ text: text.slice(at, found.index), rule: false });
    const whole = found[0].startsWith('(') === found[0].endsWith(')'); // both brackets or none
    const [open, close] = whole ? ['', ''] : found[0].startsWith('(') ? ['(', ''] : ['', ')'];
    if (open) said.push({ text: open, rule: false });
    said.push({ text: found[1] ?? '', rule: true });
    if (close) said.push({ text: close, rule: false });
    at = found.index + found[0].length;
  }
  if (at < text.length) said.push({ text: text.slice(at), rule: false });
  return said;
}
