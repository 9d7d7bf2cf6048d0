import type { Choice, Piece, Scene, State, Table, Zone } from '../src/lib/types';

export const choice = (action: number, pieces: string[] = [], zone = '', label = `do ${action}`): Choice => ({ action, notation: `n${action}`, label, pieces, zone, tone: '', gain: 0, cost: '', why: '', then: [] });

export const piece = (id: string, face = id, kind = 'card', color = ''): Piece => ({ id, kind, face, color, shape: '', badges: [], tooltip: '', rules: [], art: '', slot: -1, note: '', tone: '' });

export const zone = (id: string, pieces: Piece[] = [], count = -1): Zone => ({ id, kind: 'row', title: id, owner: -1, pieces, count, note: '', rules: [], spoken: '', grid: '', slots: 0, tone: '' });

export const scene = (zones: Zone[], choices: Choice[] = []): Scene => ({ game: 'any', seat: 0, title: '', zones, panels: [], asked: [0], question: '?', choices, over: false, meters: [], kind: '', combined: [], finale: null });

export const table = (): Table => ({
  id: 'T', game: 'any', title: 'Any', players: 2, options: {}, status: 'running', owner: true, mine: [0], spectator: false, public: true,
  hints: true, chat: true, order: 'random', pace: { kind: 'untimed' }, version: 1, seats: [], commitment: '', seed: null, result: null,
  request: null, notices: [], rematch: null, warming: false, awaiting: [0], created: 0, started: 0, finished: null,
});

export const state = (number: number, more: Partial<State> = {}): State => ({
  type: 'state', number, seat: 0, table: table(), scene: scene([]), log: { from: 0, entries: [], conceded: [] }, chat: [], remarks: [], clocks: null, undo: '', redo: false, build: 'b', ...more,
});
