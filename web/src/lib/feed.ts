// What a client knows of a table, and how each message of the server changes it.

import type { Chat, Clocks, FromServer, GameEvent, LogEntry, LogPart, Remark, Scene, State, Table } from './types';

/** The entries from number `from` on; earlier ones can be asked for. */
export type Log = LogPart;

export interface Model {
  number: number;
  seat: number;
  table: Table;
  scene: Scene | null;
  log: Log;
  chat: Chat[];
  remarks: readonly Remark[]; // to what happened last
  clocks: Clocks | null;
  undo: string;
  redo: boolean;
  build: string;
}

export type Outcome = 'changed' | 'same' | 'gap';

export function fromState(state: State, before: Model | null = null): Model {
  const known = before && before.seat === state.seat && before.table.id === state.table.id ? before.log : null;
  return {
    number: state.number,
    seat: state.seat,
    table: state.table,
    scene: state.scene,
    log: known ? spliced(known, state.log) : { ...state.log },
    chat: state.chat ?? [],
    remarks: state.remarks ?? [],
    clocks: state.clocks,
    undo: state.undo,
    redo: state.redo,
    build: state.build,
  };
}

/** A part replaces everything from its first entry on; one that does not join on replaces all. */
export function spliced(log: Log, part: LogPart | undefined): Log {
  if (!part) return log;
  const kept = part.from - log.from;
  if (kept < 0 || kept > log.entries.length) return { ...part };
  return { from: log.from, conceded: part.conceded, entries: [...log.entries.slice(0, kept), ...part.entries] };
}

/** The lines of a part that were not known before. */
export function added(log: Log | undefined, part: LogPart | undefined): string[] {
  const known = (i: number): string[] => (part && log?.entries[part.from + i - log.from]?.lines) ?? [];
  return (part?.entries ?? []).flatMap(({ lines }, i) => (lines.join('\n') === known(i).join('\n') ? [] : lines));
}

/** The entries of a part of which something is told that was not known before. */
export function fresh(log: Log | undefined, part: LogPart | undefined): LogEntry[] {
  return (part?.entries ?? []).filter(({ lines }, i) => lines.length && lines.join('\n') !== log?.entries[(part?.from ?? 0) + i - log.from]?.lines.join('\n'));
}

/** A gap means that something was missed: the client asks for a `sync` and keeps what it has. */
export function apply(model: Model | null, message: FromServer): { model: Model | null; outcome: Outcome } {
  switch (message.type) {
    case 'state':
      return { model: fromState(message, model), outcome: 'changed' };
    case 'behind':
      return { model: fromState(message.state, model), outcome: 'changed' };
    case 'table':
      if (!model) return { model, outcome: 'same' };
      return { model: { ...model, table: message.table }, outcome: 'changed' };
    case 'event':
      if (!model) return { model, outcome: 'gap' };
      if (message.number <= model.number) return { model, outcome: 'same' };
      if (message.number > model.number + 1) return { model, outcome: 'gap' };
      return { model: withEvent(model, message), outcome: 'changed' };
    default:
      return { model, outcome: 'same' };
  }
}

function withEvent(model: Model, event: GameEvent): Model {
  const said: Chat[] =
    event.kind === 'chat' && event.text !== undefined
      ? [{ seat: event.seat, text: event.text, room: event.room ?? 'table', at: event.at, ...(event.name ? { name: event.name } : {}) }]
      : [];
  return {
    ...model,
    number: event.number,
    table: event.table ?? model.table,
    scene: event.scene ?? model.scene,
    log: spliced(model.log, event.log),
    chat: said.length ? [...model.chat, ...said] : model.chat,
    remarks: event.remarks ?? model.remarks,
    clocks: event.clocks ?? model.clocks,
    undo: event.undo ?? model.undo,
    redo: event.redo ?? model.redo,
  };
}
