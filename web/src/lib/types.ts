// What the house server says. The contract is docs/server.md.

import type { Sight } from './record';

export interface Person {
  id: string;
  name: string;
  login: string | null;
  handle: string | null; // the address of the page
  page: Sight; // who may see it
}

export type OptionValue = string | number | boolean;

interface AnyOption {
  name: string;
  rule: string;
  words: string; // the question
  labels: Record<string, string>; // answers in words, by value
}

export interface ListOption extends AnyOption {
  default: OptionValue;
  values: OptionValue[];
  seats: OptionValue[]; // those of the values that name a seat, the first seat first
}

export interface NumberOption extends AnyOption {
  default: number;
  min: number;
  max: number;
  unit: string;
}

export type Option = ListOption | NumberOption;

export interface GameInfo {
  name: string;
  title: string;
  credits: string;
  summary: string;
  players: number[];
  minutes: number | number[] | string;
  options: Option[];
  levels: string[]; // the bots that can be chosen: four levels, then those of the host
  own: string[]; // of these, those of the host
  hammer: boolean;
  sample: boolean; // an example of how a game is made
  teaching: { guide: boolean; lessons: number; coach: boolean; puzzles: boolean };
}

/** How many functions of a game are compiled. */
export interface Progress {
  ready: boolean;
  done: number;
  total: number;
}

export interface Rule {
  number: string;
  text: string;
}

/** A paragraph, a rule, a list, a table, or a house rule in words. */
export interface RulePart {
  kind: 'text' | 'rule' | 'list' | 'table' | 'option';
  number: string;
  text: string;
  items: string[]; // of a list; answers of an option, the usual one first; house rules about a ruling
  rows: string[][]; // of a table, its head first
}

export interface Chapter {
  id: string;
  title: string;
  kind: 'rules' | 'rulings' | 'options' | 'text';
  parts: RulePart[];
}

export interface Rules {
  title: string;
  credits: string;
  rules: Rule[];
  chapters: Chapter[]; // in the rulebook's order
  text: string;
}

export type Pace = { kind: 'untimed' } | { kind: 'live'; bank: number; increment: number } | { kind: 'days'; days: number };

export interface Seat {
  seat: number;
  kind: 'open' | 'person' | 'bot';
  name: string;
  mine: boolean;
  ready: boolean;
  online: boolean;
  bot: string | null;
  caretaker: boolean;
  conceded: boolean;
}

export interface Result {
  scores: number[];
  ranks: number[];
  ending: string;
  conceded: number[];
}

export interface Request {
  kind: 'undo' | 'abort';
  by: number;
  yes: number[];
}

export interface Table {
  id: string;
  game: string;
  title: string;
  players: number;
  options: Record<string, OptionValue>;
  status: 'waiting' | 'running' | 'finished' | 'aborted';
  owner: boolean;
  imported?: boolean;
  mine: number[];
  spectator: boolean;
  public: boolean;
  hints: boolean;
  chat: boolean;
  coach?: boolean; // one explains as it goes
  rated?: boolean;
  order: 'random' | 'listed';
  pace: Pace;
  version: number;
  seats: Seat[];
  commitment: string;
  seed: string | null;
  result: Result | null;
  request: Request | null;
  notices: string[]; // what those at the table should know
  rematch: string | null;
  warming: boolean; // its chefs and masters let cooks play for them
  awaiting: number[];
  created: number;
  started: number | null;
  finished: number | null;
}

/** A line of a list of tables. */
export type Listed = Pick<Table, 'id' | 'game' | 'title' | 'players' | 'status' | 'public' | 'rated' | 'owner' | 'mine' | 'pace' | 'result' | 'created' | 'finished'> & {
  seats: Pick<Seat, 'seat' | 'kind' | 'name' | 'bot' | 'mine' | 'ready'>[];
  awaits_me: boolean;
};

export interface Piece {
  id: string;
  kind: string;
  face: string;
  color: string;
  shape: string;
  badges: string[];
  tooltip: string;
  rules: string[];
  art: string;
  slot: number; // its place in the zone; -1: the next free one
  note: string; // a fact about it now
  tone: Tone;
}

/** Of a choice or a fact: `wasteful` is asked once more. */
export type Tone = '' | 'good' | 'costly' | 'wasteful' | 'final';

export interface Zone {
  id: string;
  kind: string;
  title: string;
  owner: number;
  pieces: Piece[];
  count: number;
  note: string;
  rules: string[];
  spoken: string; // the note as it is said, or what is said without one; empty where it is said as it is written
  grid: string;
  slots: number; // how many places it has, whatever lies there; 0: as many as pieces
  tone: Tone; // of the note
}

/** How near something is, as so many pieces of a whole. */
export interface Meter {
  words: string;
  now: number;
  of: number;
  art: string;
  seat: number; // whose it is; -1: the table's
}

export interface Panel {
  seat: number;
  name: string;
  score: number;
  sources: [string, number][];
  marks: string[];
  hand: number;
  face: string;
}

export interface Choice {
  action: number;
  notation: string;
  label: string;
  pieces: string[];
  zone: string;
  tone: Tone;
  gain: number;
  cost: string;
  why: string;
  then: number[]; // the actions that follow, where it answers more than this question
}

/** How the game honours whoever wins. */
export interface Finale {
  words: string; // {} is a name, several names, or "you"
  art: string;
  sources: Record<string, string>; // drawings of the sources of points
}

export interface Scene {
  game: string;
  seat: number;
  title: string;
  zones: Zone[];
  panels: Panel[];
  asked: number[];
  question: string;
  choices: Choice[];
  over: boolean;
  meters: Meter[];
  kind: string; // of the question, in one word
  combined: Choice[]; // ready-made answers to this question and those after it
  finale: Finale | null; // once the match is over
}

/** A piece as it would lie there. */
export interface Ghost {
  zone: string;
  slot: number;
  piece: Piece;
}

export interface LogEntry {
  seat: number;
  notation: string | null;
  lines: string[];
  at: number;
  turn: number; // whose turn it was
  heading: string;
  kind: string; // of the question that it answered
  points: number[]; // what each seat gained or lost
  events: string[]; // in a word each
}

export interface LogPart {
  from: number;
  entries: LogEntry[];
  conceded: Conceded[];
}

export interface Conceded {
  seat: number;
  after: number; // so many moves
}

/** One thing that a move did: an act to show, or a moment to notice. docs/api-games.md has the words. */
export interface Happening {
  what: string;
  seat: number; // -1: nobody, or everybody
  zone: string; // where it ends
  pieces: string[]; // what it is about, where that has a name
  tone: Tone;
  points: number;
  words: string; // of a moment
}

export interface Chat {
  seat: number;
  text: string;
  room: string;
  at: number;
  name?: string;
}

/** What a character of the alley says at a moment. */
export interface Remark {
  seat: number;
  words: string;
}

export interface Clocks {
  pace: Pace['kind'];
  seats: { left: number | null; running: boolean }[];
  hammer: { left: number; of: number } | null;
  at: number;
}

export interface State {
  type: 'state';
  number: number;
  seat: number;
  table: Table;
  scene: Scene | null;
  log: LogPart;
  chat: Chat[];
  remarks: Remark[];
  clocks: Clocks | null;
  undo: string;
  redo: boolean;
  build: string;
  coach?: Coaching | null;
}

export interface GameEvent {
  type: 'event';
  number: number;
  kind: string;
  seat: number;
  at: number;
  move?: string;
  text?: string;
  room?: string;
  name?: string;
  scene?: Scene;
  log?: LogPart;
  remarks?: Remark[];
  happened?: Happening[]; // what led here from the scene before
  clocks?: Clocks;
  undo?: string;
  redo?: boolean;
  table?: Table;
  what?: string;
  why?: string;
  yes?: boolean;
  status?: Table['status'];
  result?: Result | null;
  coach?: Coaching | null;
}

export interface Hint {
  action: number;
  notation: string;
  label: string;
  chance: number;
  visits: number;
  why: string; // in a few words; may be empty
}

export type FromServer =
  | State
  | GameEvent
  | { type: 'table'; table: Table }
  | { type: 'accepted'; id: string; number: number }
  | { type: 'refused'; id: string; reason: string; rule: string }
  | { type: 'behind'; id: string; state: State }
  | { type: 'hint'; id: string; hints: Hint[] }
  | { type: 'why'; id: string; reason: string; rule: string }
  | { type: 'preview'; id: string; move: number; lines: string[]; points: number; open: boolean; ghosts: Ghost[]; gone: string[] }
  | { type: 'coach'; id: string; poor: Poor[] }
  | { type: 'pong'; id: string | null };

/** What is pointed at, by the names of the scene beside it. */
export interface Lit {
  pieces: string[];
  zones: string[];
  panels: number[];
  meters: number[];
}

/** What the coach of a match has to say: what it explains once, and how one stands after a round. */
export interface Coaching {
  first: { key: string; say: string; lit: Lit }[];
  round: string;
  cheer: boolean; // that is good news
  last: string; // a word when the match is over
}

/** A clear mistake, and what to ask before it is made. */
export interface Poor {
  action: number;
  ask: string;
}

export type { Message } from './messages';

export interface Moment {
  seat: number | string;
  move: number;
  moves: number;
  scene: Scene;
  lines: string[];
  mover: number | null;
  at: number | null;
  notation: string | null;
  conceded: number[]; // seats that had conceded by then
  reached: number | null; // of all moves, once it is over
}
