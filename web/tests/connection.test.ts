import { beforeEach, describe, expect, it } from 'vitest';
import { Connection, type Link, type Socket } from '../src/lib/connection';
import type { FromServer } from '../src/lib/types';

class Fake implements Socket {
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  constructor(readonly url: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.onclose?.({ code: 1000, reason: '' });
  }
  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

describe('a connection', () => {
  let sockets: Fake[];
  let waits: { call: () => void; ms: number; id: number }[];
  let links: Link[];
  let heard: FromServer[];
  let refused: string;
  let connection: Connection;
  const last = (): Fake => sockets[sockets.length - 1] as Fake;

  beforeEach(() => {
    [sockets, waits, links, heard, refused] = [[], [], [], [], ''];
    let timers = 0;
    connection = new Connection(
      { url: () => `ws://house?n=${sockets.length}`, message: (m) => heard.push(m), link: (l) => links.push(l), refused: (_, why) => (refused = why) },
      {
        open: (url) => (sockets.push(new Fake(url)), last()),
        later: (call, ms) => (waits.push({ call, ms, id: ++timers }), timers),
        cancel: (id) => (waits = waits.filter((wait) => wait.id !== id)),
      },
    );
    connection.start();
  });

  it('opens and passes on what it hears', () => {
    last().onopen?.();
    last().hear({ type: 'pong' });
    expect(links).toEqual(['connecting', 'open']);
    expect(heard).toEqual([{ type: 'pong' }]);
  });

  it('comes back, each time a little later', () => {
    last().onclose?.({ code: 1006, reason: '' });
    expect(links[links.length - 1]).toBe('waiting');
    const first = waits[0]?.ms ?? 0;
    waits.shift()?.call();
    last().onclose?.({ code: 1006, reason: '' });
    expect(waits[0]?.ms).toBe(first * 2);
    expect(sockets).toHaveLength(2);
  });

  it('sends again what was not answered, with the same id', () => {
    last().onopen?.();
    const id = connection.ask({ type: 'move', number: 3, move: 7 });
    last().onclose?.({ code: 1006, reason: '' });
    connection.hurry();
    last().onopen?.();
    expect(last().sent).toEqual([{ type: 'move', number: 3, move: 7, id }]);
    last().hear({ type: 'accepted', id, number: 4 });
    expect(connection.waiting).toBe(0);
  });

  it('keeps what is asked while there is no link', () => {
    connection.ask({ type: 'chat', text: 'hello' });
    expect(last().sent).toEqual([]);
    last().onopen?.();
    expect(last().sent).toHaveLength(1);
  });

  it('forgets what is only worth telling now', () => {
    connection.tell({ type: 'sync' });
    last().onopen?.();
    expect(last().sent).toEqual([]);
  });

  it('gives up when it is shown the door', () => {
    last().onclose?.({ code: 4403, reason: 'by invitation' });
    expect(refused).toBe('by invitation');
    expect(links[links.length - 1]).toBe('closed');
  });
});
