// One WebSocket to a table that comes back by itself. Messages without an answer are sent again after a reconnect;
// their ids keep the server from doing anything twice.

import type { FromServer, Message } from './types';

export type Link = 'connecting' | 'open' | 'silent' | 'waiting' | 'closed';

export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

export interface Wiring {
  open: (url: string) => Socket;
  later: (call: () => void, ms: number) => number;
  cancel: (timer: number) => void;
}

export interface Listener {
  url: () => string;
  message: (message: FromServer) => void;
  link: (link: Link) => void;
  refused?: (code: number, reason: string) => void;
}

const OPENING = 20_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 20_000;
const SILENCE = 50_000;
const ANSWER = 2_000; // after that without a word from the house, the person is told
const PATIENCE = 8_000; // after that, the line is taken for dead
const GIVE_UP = new Set([4401, 4403, 4404, 1008]);
const ANSWERS = new Set(['accepted', 'refused', 'behind', 'hint', 'why', 'preview', 'coach']);

/** Whoever answers at a table. */
export interface Line {
  start(): void;
  stop(): void;
  hurry(): void;
  probe(): void;
  ask(message: Message): string;
  tell(message: Message): void;
  wonder(message: Message): string;
}

export class Connection implements Line {
  private socket: Socket | null = null;
  private tries = 0;
  private retry = 0;
  private heart = 0;
  private heard = 0;
  private doubt = 0;
  private silent = false;
  private ended = false;
  private pending = new Map<string, Message>();
  private count = 0;

  constructor(
    private listener: Listener,
    private wiring: Wiring = browser,
  ) {}

  /** Begins, or begins anew: there is never more than one socket. */
  start(): void {
    this.ended = false;
    this.tries = 0;
    this.connect();
  }

  stop(): void {
    this.ended = true;
    this.pending.clear();
    this.wiring.cancel(this.retry);
    this.drop();
    this.listener.link('closed');
  }

  /** Now rather than after the wait: the person or the network came back. */
  hurry(): void {
    if (this.ended || (this.socket && !this.silent)) return;
    this.wiring.cancel(this.retry);
    this.connect();
  }

  /** Sends a message that will be answered, now or once there is a link again. */
  ask(message: Message): string {
    const id = message.id ?? this.id();
    const whole = { ...message, id };
    this.pending.set(id, whole);
    if (this.isOpen) {
      this.probe(); // ahead of it: what is asked may take its time
      this.socket?.send(JSON.stringify(whole));
    }
    return id;
  }

  /** Is the line alive? Whatever the house says next answers it. */
  probe(): void {
    if (!this.isOpen || this.doubt) return;
    this.tell({ type: 'ping' });
    const wait = (ms: number, call: () => void): void => {
      this.doubt = this.wiring.later(call, ms);
    };
    wait(ANSWER, () => {
      this.silent = true;
      this.listener.link('silent');
      wait(PATIENCE - ANSWER, () => {
        this.drop();
        this.lost();
      });
    });
  }

  /** Sends a message that is worth nothing later. */
  tell(message: Message): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }

  /** Sends a question whose answer is worth nothing later: its id, or nothing without a link. */
  wonder(message: Message): string {
    if (!this.isOpen) return '';
    const id = this.id();
    this.tell({ ...message, id });
    return id;
  }

  get waiting(): number {
    return this.pending.size;
  }

  private isOpen = false;

  private id(): string {
    this.count += 1;
    return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}-${this.count}`;
  }

  private connect(): void {
    this.wiring.cancel(this.retry);
    this.drop();
    this.listener.link('connecting');
    const socket = this.wiring.open(this.listener.url());
    this.socket = socket;
    this.doubt = this.wiring.later(() => {
      this.drop();
      this.lost();
    }, OPENING);
    socket.onopen = () => {
      this.isOpen = true;
      this.tries = 0;
      this.alive();
      this.listener.link('open');
      for (const message of this.pending.values()) socket.send(JSON.stringify(message));
      this.beat();
    };
    socket.onmessage = (event) => {
      if (this.alive()) this.listener.link('open');
      const message = JSON.parse(event.data) as FromServer;
      if (ANSWERS.has(message.type) && 'id' in message && message.id) this.pending.delete(message.id);
      this.listener.message(message);
    };
    socket.onclose = ({ code, reason }) => {
      if (socket !== this.socket) return;
      this.ended ||= GIVE_UP.has(code);
      this.drop();
      this.lost();
      if (!this.ended) return;
      this.listener.link('closed');
      this.listener.refused?.(code, reason);
    };
  }

  private trust(): void {
    this.wiring.cancel(this.doubt);
    this.doubt = 0;
    this.silent = false;
  }

  /** The house was heard; true where somebody was told that it was silent. */
  private alive(): boolean {
    const told = this.silent;
    this.heard = Date.now();
    this.trust();
    return told;
  }

  private lost(): void {
    if (this.ended) return;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries);
    this.tries += 1;
    this.listener.link('waiting');
    this.retry = this.wiring.later(() => this.connect(), wait);
  }

  private beat(): void {
    this.wiring.cancel(this.heart);
    this.heart = this.wiring.later(() => {
      if (Date.now() - this.heard > SILENCE) {
        this.drop();
        this.lost();
      } else {
        this.tell({ type: 'ping' });
        this.beat();
      }
    }, PING_EVERY);
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.isOpen = false;
    this.wiring.cancel(this.heart);
    this.trust();
    if (socket) {
      socket.onclose = socket.onmessage = socket.onopen = null;
      socket.close();
    }
  }
}

const browser: Wiring = {
  open: (url) => new WebSocket(url) as unknown as Socket,
  later: (call, ms) => window.setTimeout(call, ms),
  cancel: (timer) => window.clearTimeout(timer),
};
