import { afterEach, describe, expect, it, vi } from 'vitest';
import { haveRead, readUntil, unread } from '../src/lib/talk';
import type { Chat } from '../src/lib/types';

const line = (seat: number, at: number): Chat => ({ seat, at, text: 'hello', room: 'table' });

describe('what is unread', () => {
  it('counts what others said since', () => {
    const chat = [line(1, 10), line(0, 20), line(1, 30), line(2, 40)];
    const mine = ({ seat }: Chat): boolean => seat === 0;
    expect(unread(chat, 0, mine)).toBe(3);
    expect(unread(chat, 10, mine)).toBe(2);
    expect(unread(chat, 40, mine)).toBe(0);
  });
});

describe('what was read', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is kept by table, for as many as matter', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
    expect(readUntil('T')).toBe(0);
    haveRead('T', 30);
    expect([readUntil('T'), readUntil('U')]).toEqual([30, 0]);
    for (let i = 0; i < 49; i += 1) haveRead(`other ${i}`, i + 1);
    expect(readUntil('T')).toBe(30);
    haveRead('one more', 1);
    expect(readUntil('T')).toBe(0);
  });

  it('is nothing where nothing can be kept', () => {
    vi.stubGlobal('localStorage', undefined);
    haveRead('T', 30);
    expect(readUntil('T')).toBe(0);
  });
});
