// The house server over HTTP.

import { mayKeep } from '../worker/kept';
import type { Learned } from './learned';
import { GONE, LATE, line } from './line.svelte';
import type { Best, OwnPage, PlayerPage, Sight } from './record';
import type { GameInfo, Listed, LogPart, Moment, Pace, Person, Progress, Rules, Table } from './types';

export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { Accept: 'application/json' } };
  if (body !== undefined) {
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const answer = await asked(`/api${path}`, init);
  const text = await answer.text();
  const data: unknown = text ? parsed(text) : null;
  if (!answer.ok) throw new Refused(answer.status, reason(data) ?? `The house said ${answer.status}.`);
  return data as T;
}

/** The answer of the house; of what is kept, perhaps that. */
async function asked(path: string, init: RequestInit): Promise<Response> {
  const late = setTimeout(() => void line.doubt(), LATE);
  try {
    const answer = await fetch(path, init);
    if (!mayKeep(new URL(path, 'http://house'))) line.heard();
    return answer;
  } catch {
    void line.doubt();
    throw new Refused(0, GONE);
  } finally {
    clearTimeout(late);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function reason(data: unknown): string | undefined {
  if (!data || typeof data !== 'object') return undefined;
  const said = data as Record<string, unknown>;
  const found = said['reason'] ?? said['detail'] ?? said['message'];
  return typeof found === 'string' ? found : undefined;
}

const get = <T>(path: string): Promise<T> => call<T>('GET', path);
const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('POST', path, body);

export interface NewTable {
  game: string;
  options: Record<string, unknown>;
  seats: string[];
  order: 'random' | 'listed';
  pace: Pace;
  public: boolean;
  hints: boolean;
  chat: boolean;
  coach?: boolean;
  rated?: boolean;
}

export const query = (fields: Record<string, string | number | null | undefined>): string => {
  const said = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return said.length ? `?${new URLSearchParams(said.map(([k, v]) => [k, String(v)])).toString()}` : '';
};

export const api = {
  me: () => get<Person>('/me'),
  guest: (name?: string) => post<Person>('/me', name ? { name } : {}),
  rename: (name: string) => call<Person>('PATCH', '/me', { name }),
  show: (page: Sight) => call<Person>('PATCH', '/me', { page }),
  myPage: () => get<OwnPage>('/me/page'),
  page: (handle: string) => get<PlayerPage>(`/people/${handle}`),
  best: (game: string) => get<Best>(`/best/${game}`),
  leaveForGood: (name: string, password?: string) => call<unknown>('DELETE', '/me', { name, ...(password ? { password } : {}) }),
  learned: () => get<Record<string, Learned>>('/me/learned'),
  keepLearned: (learned: Record<string, Learned>) => post<Record<string, Learned>>('/me/learned', learned),
  recovery: () => post<{ code: string }>('/me/recovery'),
  recover: (code: string) => post<Person>('/recover', { code }),
  account: (login: string, password: string) => post<Person>('/me/account', { login, password }),
  password: (old: string, fresh: string) => post<Person & { signed_out: number }>('/me/password', { old, new: fresh }),
  login: (login: string, password: string) => post<Person>('/login', { login, password }),
  logout: () => post<unknown>('/logout'),

  games: () => get<GameInfo[]>('/games'),
  kitchen: () => get<Record<string, Progress>>('/games/kitchen'),
  rules: (game: string) => get<Rules>(`/games/${game}/rules`),

  tables: () => get<Listed[]>('/tables'),
  mine: () => get<Listed[]>('/me/tables'),
  open: (table: NewTable) => post<Table>('/tables', table),
  table: (id: string, invite?: string | null) => get<Table>(`/tables/${id}${query({ invite })}`),
  join: (id: string, body: { seat?: number; invite?: string; ready?: boolean }) => post<Table>(`/tables/${id}/join`, body),
  leave: (id: string) => post<Table>(`/tables/${id}/leave`),
  kick: (id: string, seat: number) => post<Table>(`/tables/${id}/kick`, { seat }),
  seat: (id: string, seat: number, take: string) => post<Table>(`/tables/${id}/seat`, { seat, take }),
  ready: (id: string, ready: boolean) => post<Table>(`/tables/${id}/ready`, { ready }),
  invite: (id: string, spectate = false) => post<{ invite: string; spectate: boolean }>(`/tables/${id}/invites`, { spectate }),
  invites: (id: string) => get<{ invite: string; spectate: boolean }[]>(`/tables/${id}/invites`),
  share: (id: string) => post<{ invite: string | null }>(`/tables/${id}/share`),
  revoke: (id: string, invite: string) => call<unknown>('DELETE', `/tables/${id}/invites/${invite}`),
  rematch: (id: string, level?: string) => post<Table>(`/tables/${id}/rematch`, level ? { level } : {}),
  moment: (id: string, seat: number | string | null, move: number | null, invite?: string | null, reached?: number) =>
    get<Moment>(`/tables/${id}/moment${query({ seat, move, invite, reached })}`),
  log: (id: string, seat: number | string | null, invite?: string | null) =>
    get<LogPart>(`/tables/${id}/log${query({ seat, invite })}`),
  exportUrl: (id: string, invite?: string | null) => `/api/tables/${id}/export${query({ invite })}`,
  importMatch: (file: unknown) => post<Table>('/matches', file),
};
