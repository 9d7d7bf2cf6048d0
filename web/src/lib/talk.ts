// Until when the chat of a table was read on this device.

import type { Chat } from './types';

const KEY = 'yokocho-chat';
const MOST = 50; // tables

function load(): [string, number][] {
  try {
    return Object.entries(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>);
  } catch {
    return [];
  }
}

export const readUntil = (table: string): number => load().find(([id]) => id === table)?.[1] ?? 0;

export function haveRead(table: string, until: number): void {
  try {
    const others = load().filter(([id]) => id !== table);
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others, [table, until]].slice(-MOST))));
  } catch {
    // a private window: it lasts as long as the page
  }
}

/** How many lines others have said since. */
export const unread = (chat: readonly Chat[], until: number, mine: (line: Chat) => boolean): number =>
  chat.filter((line) => line.at > until && !mine(line)).length;
