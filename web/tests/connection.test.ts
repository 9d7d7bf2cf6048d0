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
  closed = false;
  close(): void {
    this.closed = true;
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
    expect(waits).toEqual([]);
  });

  it('has one socket, however often it starts and stops', () => {
    const open = (): Fake[] => sockets.filter((socket) => !socket.closed);
    last().onopen?.();
    connection.stop();
    expect(open()).toEqual([]);
    connection.start();
    connection.start();
    last().onopen?.();
    expect(open()).toEqual([last()]);
    expect(sockets).toHaveLength(3);
  });

  it('does not come back twice: started while it waits', () => {
    last().onclose?.({ code: 1006, reason: '' });
    connection.stop();
    connection.start();
    last().onopen?.();
    expect(waits.map((wait) => wait.ms)).toEqual([20_000]); // its heart alone
    expect(sockets).toHaveLength(2);
    sockets[0]?.onclose?.({ code: 1006, reason: '' });
    expect(waits).toHaveLength(1);
  });

  it('stays away once stopped', () => {
    last().onopen?.();
    connection.stop();
    connection.hurry();
    last().onclose?.({ code: 1006, reason: '' });
    expect(sockets).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  const pass = (ms: number): void => {
    const due = waits.filter((wait) => wait.ms <= ms);
    waits = waits.filter((wait) => !due.includes(wait));
    for (const wait of due) wait.call();
  };

  it('tells of silence soon after a question, and takes the line for dead when it lasts', () => {
    last().onopen?.();
    connection.ask({ type: 'move', number: 3, move: 7 });
    expect(last().sent.map((message) => message['type'])).toEqual(['ping', 'move']);
    pass(2500);
    expect(links[links.length - 1]).toBe('silent');
    pass(8000);
    expect(links[links.length - 1]).toBe('waiting');
    pass(8000);
    last().onopen?.();
    expect(last().sent.map((message) => message['type'])).toEqual(['move']);
  });

  it('is reassured by any word', () => {
    last().onopen?.();
    connection.probe();
    connection.probe();
    expect(last().sent).toHaveLength(1);
    last().hear({ type: 'pong' });
    pass(8000);
    expect(links).toEqual(['connecting', 'open']);
    connection.probe();
    pass(2500);
    last().hear({ type: 'pong' });
    expect(links).toEqual(['connecting', 'open', 'silent', 'open']);
    expect(sockets).toHaveLength(1);
  });

  it('tries anew at once when the person wants it', () => {
    last().onopen?.();
    connection.hurry();
    expect(sockets).toHaveLength(1);
    connection.probe();
    pass(2500);
    connection.hurry();
    expect(sockets).toHaveLength(2);
  });

  it('does not wait for ever for a line to open', () => {
    pass(20_000);
    expect(links).toEqual(['connecting', 'waiting']);
  });

  it('wonders only while there is a link', () => {
    expect(connection.wonder({ type: 'why', piece: 'a' })).toBe('');
    last().onopen?.();
    const id = connection.wonder({ type: 'why', piece: 'a' });
    expect(last().sent).toEqual([{ type: 'why', piece: 'a', id }]);
    expect(connection.waiting).toBe(0);
  });
});
