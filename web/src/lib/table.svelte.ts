// A table as a page sees it: the latest state, the scene being shown (it may lag while moves are played back), and
// what the person is in the middle of choosing.

import { api } from './api';
import { Plan, type Target } from './choices';
import { Connection, type Line, type Link, type Listener } from './connection';
import { unruled } from './face';
import { lengthOf } from './choreography';
import { added, apply, fresh, type Model } from './feed';
import { news } from './flip';
import { missedFrom } from './story';
import { rated, type Rated } from './hints';
import { Lookups } from './lookups.svelte';
import { shared } from './share';
import { Speech } from './speech.svelte';
import { settings } from './settings.svelte';
import { toasts } from './toast.svelte';
import type { Choice, Coaching, FromServer, GameEvent, Happening, Hint, LogEntry, Moment, Poor, Remark, Scene, State } from './types';

interface Frame {
  scene: Scene;
  number: number;
  mine: boolean;
  told?: LogEntry[]; // what happened with it, in words
  happened?: Happening[]; // and as data
  remarks?: Remark[]; // to it
}

/** What one should notice as it happens. */
export interface Flash {
  round: string; // of a new day or round; else empty
  results: { seat: number; line: string; points: number }[];
  moments: { seat: number; line: string; tone: string }[]; // that the end is near, that something is complete, …
  light: string; // the moment that one should feel; else empty
}

interface Sent {
  choice: Choice;
  targets: readonly Target[]; // what the person touched for it
  ask?: string; // why one should think again
}

export interface Question {
  choices: Choice[];
  at: Target;
}

/** What a log line with points, and a title that names another round, are worth a glance for. */
export function flashOf(before: Scene | null, scene: Scene, told: readonly LogEntry[], happened: readonly Happening[] = []): Flash | null {
  const results = (scene.over ? [] : told).flatMap(({ lines, points }) =>
    points.flatMap((gained, seat) => {
      const name = scene.panels.find((panel) => panel.seat === seat)?.name ?? '';
      const why = happened.find((one) => one.what === 'scored' && one.seat === seat && lines.includes(one.words))?.words;
      const line = why ?? lines.find((line) => line.startsWith(`${name} `)) ?? lines[0];
      return gained && line ? [{ seat, line: unruled(line), points: gained }] : [];
    }),
  );
  const round = before && told.length && roundOf(before) !== roundOf(scene) ? roundOf(scene) : '';
  const moments = happened
    .filter(({ what, words }) => TOLD_MOMENTS.has(what) && words)
    .map(({ seat, words, tone }) => ({ seat, line: unruled(words), tone }))
    .filter(({ line }) => results.every((result) => result.line !== line));
  const light = LIGHTS.find((what) => happened.some((one) => one.what === what && (what !== 'claimed' || one.seat === scene.seat))) ?? '';
  return round || results.length || moments.length || light ? { round, results: results.slice(0, MOST_TOLD), moments: moments.slice(0, MOST_TOLD), light } : null;
}

const TOLD_MOMENTS = new Set(['near', 'last', 'full', 'tipped', 'lost']);
/** What one feels, the strongest first. */
const LIGHTS = ['over', 'last', 'lost', 'near', 'claimed', 'full', 'tipped', 'day', 'turn'];

const MOST_TOLD = 3;
const roundOf = (scene: Scene): string => (scene.title.includes(', ') ? scene.title.slice(scene.title.indexOf(', ') + 2) : '');

const NOTHING = new Plan([]); // to choose: pieces that others move are not asked again
const planOf = (scene: Scene): Plan => (scene.choices.length || scene.combined.length ? new Plan(scene.choices, scene.zones, scene.combined) : NOTHING);

const FOLLOW = 480; // ms each move of somebody else stays at least before the next
const REST = 160; // ms after all has been shown
const LONGEST_QUEUE = 12;

export class TableStore {
  model = $state.raw<Model | null>(null);
  shown = $state.raw<Frame | null>(null);
  moment = $state.raw<Moment | null>(null);
  link = $state<Link>('connecting');
  error = $state('');
  picked = $state.raw<Target[]>([]);
  question = $state.raw<Question | null>(null);
  hints = $state.raw<Map<number, number>>(new Map());
  thinking = $state(false);
  sent = $state.raw<Sent | null>(null); // the choice that is under way
  doubt = $state.raw<Sent | null>(null); // a wasteful choice or a mistake, asked once more
  coaching = $state.raw<Coaching | null>(null); // what the coach of this match says
  lit = $state.raw<string[]>([]);
  fresh = $state.raw<Set<string>>(new Set()); // what changed since my last move
  flash = $state.raw<Flash | null>(null);
  remark = $state.raw<Remark | null>(null); // what somebody has just said
  outdated = $state(false);
  clockSkew = 0;

  scene = $derived(this.moment?.scene ?? this.shown?.scene ?? null);
  plan = $derived(this.moment || !this.shown ? NOTHING : planOf(this.shown.scene));
  sending = $derived(this.sent !== null);
  open = $derived(this.plan.open(this.picked));
  myTurn = $derived(!!this.shown && this.shown.scene.choices.length > 0 && !this.moment);
  behindBy = $state(0);
  private reasons: ReadonlyMap<number, string> = new Map(); // of a hint
  private best = $derived(Math.max(-1, ...this.hints.values()));
  /** The choice that a hint recommends. */
  advised = $derived(this.hints.size ? this.plan.choices.find((choice) => this.hints.get(choice.action) === this.best) : undefined);

  readonly speech = new Speech();
  readonly looks = new Lookups((message) => (this.looksAround ? this.connection.wonder(message) : ''));
  private changes = new Map<number, string[]>(); // by entry of the log, the pieces that changed
  private connection: Line;
  private coached = false;
  private poor: readonly Poor[] = []; // clear mistakes, as the coach sees it
  private weighed = ''; // the question to the coach about them
  private queue: Frame[] = [];
  private timer = 0;
  private build = '';
  private moveId = '';
  private until = 0; // the event that my move became
  private rest: number[] = []; // the actions that follow it
  private replaying = 0;

  constructor(
    readonly id: string,
    readonly invite: string | null,
    private seat: number | null,
    line: (listener: Listener) => Line = (listener) => new Connection(listener),
  ) {
    this.connection = line({
      url: () => this.url(),
      message: (message) => this.hear(message),
      link: (link) => (this.link = link),
      refused: (_, reason) => (this.error = reason || 'This table is not open to you.'),
    });
  }

  start(): void {
    this.connection.start();
  }

  /** Shows a state, or what happened, that no house has sent. */
  draw(said: State | GameEvent): void {
    this.hear(said);
  }

  stop(): void {
    window.clearTimeout(this.timer);
    this.connection.stop();
  }

  hurry(): void {
    this.connection.hurry();
  }

  /** Somebody touches the page: they should know when nobody hears them. */
  probe(): void {
    this.connection.probe();
  }

  private url(): string {
    const url = new URL(`/api/tables/${this.id}/ws`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    if (this.seat !== null) url.searchParams.set('seat', String(this.seat));
    if (this.invite) url.searchParams.set('invite', this.invite);
    return url.href;
  }

  // --- hearing

  private hear(message: FromServer): void {
    const before = this.model;
    const { model, outcome } = apply(this.model, message);
    if (outcome === 'gap') {
      this.connection.tell({ type: 'sync', ...(before ? { since: before.number } : {}) });
      return;
    }
    this.model = model;
    if ('coach' in message && message.coach) this.coaching = message.coach;
    this.sentAway(before);
    if (message.type === 'state' || message.type === 'behind') this.settle(message.type === 'behind');
    else if (message.type === 'event' && outcome === 'changed') this.happened(message, before);
    else if (message.type === 'refused') this.refused(message.id, message.reason, message.rule);
    else if (message.type === 'why' || message.type === 'preview') this.looks.hear(message);
    else if (message.type === 'hint') this.hinted(message.hints);
    else if (message.type === 'coach' && message.id === this.weighed) this.poor = message.poor;
    else if (message.type === 'accepted') this.accepted(message.id, message.number);
  }

  /** Whoever sat here while the table waited, and sits no more without having left. */
  private sentAway(before: Model | null): void {
    if (before?.table.mine.length && this.model && !this.model.table.mine.length && this.model.table.status === 'waiting') {
      toasts.say('You were sent away from this table.', true);
    }
  }

  private settle(behind: boolean): void {
    const model = this.model;
    if (!model) return;
    this.seat = model.seat >= 0 ? model.seat : this.seat;
    this.checkBuild(model.build);
    this.changes.clear(); // another seat counts its entries otherwise
    if (model.clocks) this.clockSkew = Date.now() - model.clocks.at;
    this.sent = null;
    this.skip();
    if (model.scene) this.show({ scene: model.scene, number: model.number, mine: true });
    if (behind) toasts.say('The table had moved on: here it is now.');
  }

  private happened(event: GameEvent, before: Model | null): void {
    const model = this.model;
    if (!model) return;
    this.remember(event, before?.scene ?? null);
    if (event.clocks) this.clockSkew = Date.now() - event.clocks.at;
    this.speech.tell(added(before?.log, event.log));
    if (event.kind === 'answer' && event.yes === false && event.seat !== model.seat) {
      const who = model.table.seats.find((seat) => seat.seat === event.seat)?.name ?? 'Somebody';
      toasts.say(`${who} said no.`);
    }
    if (event.kind === 'concede' && event.seat !== model.seat) {
      const who = model.table.seats.find((seat) => seat.seat === event.seat)?.name ?? 'Somebody';
      toasts.say(`${who} has conceded.`);
    }
    if (event.kind === 'undo' && this.moment) this.now(); // that moment may be gone
    if (!event.scene) return;
    const mine = event.seat === model.seat;
    this.queue.push({ scene: event.scene, number: event.number, mine, told: event.kind === 'move' ? fresh(before?.log, event.log) : [], happened: event.happened ?? [], remarks: event.remarks ?? [] });
    if (mine || this.queue.length > LONGEST_QUEUE || document.hidden || !settings.moves) this.skip();
    else this.play();
  }

  /** Which pieces a line of the log is about. */
  private remember({ log, scene }: GameEvent, before: Scene | null): void {
    if (!log) return;
    for (const number of this.changes.keys()) if (number >= log.from) this.changes.delete(number);
    if (!scene || !log.entries.length) return;
    const ids = news(before, scene);
    for (const i of log.entries.keys()) this.changes.set(log.from + i, ids);
  }

  private checkBuild(build: string): void {
    if (this.build && build && build !== this.build) this.outdated = true;
    this.build ||= build;
  }

  /** My move stands: nothing can be chosen until its scene is here. */
  private accepted(id: string, number: number): void {
    if (id !== this.moveId) return;
    this.until = number;
    if (!this.shown || this.shown.number < number) return;
    this.sent = null;
    this.goOn(this.shown.scene);
  }

  private refused(id: string, reason: string, rule: string): void {
    if (this.looks.refused(id)) return;
    if (id === this.moveId) {
      this.sent = null;
      this.rest = [];
    }
    this.thinking = false;
    toasts.say([reason, rule].filter(Boolean).join(' '), true);
  }

  private hinted(hints: Hint[]): void {
    this.thinking = false;
    this.reasons = new Map(hints.map((hint) => [hint.action, hint.why]));
    this.hints = new Map(hints.map((hint) => [hint.action, hint.chance]));
    const [best] = [...hints].sort((a, b) => b.chance - a.chance);
    if (best) this.speech.tell([`Hint: ${best.label}, ${Math.round(best.chance * 100)} percent${best.why ? `: ${best.why}` : ''}`]);
  }

  // --- playback

  private play(): void {
    this.behindBy = this.queue.length;
    if (this.timer) return;
    const next = this.queue.shift();
    this.behindBy = this.queue.length;
    if (!next) return;
    this.show(next);
    const wait = this.queue.length || !next.mine ? Math.max(FOLLOW, lengthOf(next.happened ?? []) + REST) / settings.kept.speed : 0;
    if (!wait) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.play();
    }, wait);
  }

  /** To the latest scene at once. */
  skip(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    const last = this.queue.pop();
    this.queue = [];
    this.behindBy = 0;
    if (last) this.show(last);
  }

  private show(frame: Frame): void {
    const asked = this.shown?.scene.question !== frame.scene.question;
    this.looks.forget();
    this.speech.show(frame.scene);
    this.flash = flashOf(this.shown?.scene ?? null, frame.scene, frame.told ?? [], frame.happened) ?? this.flash;
    this.remark = (settings.kept.characters && !frame.scene.over && frame.remarks?.[0]) || null;
    if (this.remark) this.speech.tell([`${frame.scene.panels.find(({ seat }) => seat === this.remark?.seat)?.name ?? ''}: ${this.remark.words}`]);
    this.fresh = new Set(frame.mine ? [] : [...this.fresh, ...news(this.shown?.scene ?? null, frame.scene)]);
    this.shown = { ...frame, scene: { ...shared(this.shown?.scene, frame.scene) } };
    if (this.picked.length) this.picked = this.sent ? [] : planOf(frame.scene).keep(this.picked);
    this.doubt = null;
    if (this.until && frame.number >= this.until) {
      this.sent = null;
      this.goOn(frame.scene);
    }
    if (asked || !this.picked.length) this.question = null;
    if (asked) this.hints = new Map();
    this.weigh();
  }

  // --- looking around

  /** Any word to the house wakes a person up: somebody whose caretaker plays asks nothing by looking. */
  private get looksAround(): boolean {
    return this.myTurn && !this.sending && !this.model?.table.seats.some((seat) => seat.seat === this.model?.seat && seat.caretaker);
  }

  /** Lights the pieces of an entry of the log: those that changed with it, or else whose faces stand in its lines. */
  light(number: number, lines: string[]): void {
    const pieces = (this.scene?.zones ?? []).flatMap((zone) => zone.pieces);
    const changed = new Set(this.changes.get(number));
    const words = new Set(lines.join(' ').split(/[\s,.:;()]+/));
    const exact = pieces.filter((piece) => changed.has(piece.id));
    const found = exact.length ? exact : pieces.filter((piece) => piece.kind !== 'cell' && piece.face && words.has(piece.face));
    this.lit = found.map((piece) => piece.id);
  }

  /** Whether a coach watches what this person does here. */
  watch(coached: boolean): void {
    this.coached = coached;
    this.weigh();
  }

  /** Asks the coach what would be a mistake now. */
  private weigh(): void {
    this.poor = [];
    this.weighed = this.coached && this.shown?.scene.choices.length ? this.connection.wonder({ type: 'coach' }) : '';
  }

  // --- choosing

  touch(target: Target): boolean {
    if (this.moment || this.sending || !this.plan.isTarget(target)) return false;
    const step = this.plan.touch(this.picked, target);
    this.question = null;
    this.doubt = null;
    if (step.kind === 'act') this.act(step.choice, [...this.picked, target]);
    else {
      this.picked = step.picked;
      if (step.kind === 'ask') this.question = { choices: step.choices, at: target };
    }
    return true;
  }

  act(choice: Choice, touched: readonly Target[] = this.picked, sure = false): void {
    if (!this.shown || this.sending) return;
    this.question = null;
    const ask = this.poor.find(({ action }) => action === choice.action)?.ask ?? '';
    if ((ask || choice.tone === 'wasteful') && !sure) {
      this.doubt = { choice, targets: [...touched], ask };
      this.poor = []; // once is enough
      return;
    }
    this.doubt = null;
    this.sent = { choice, targets: [...touched] };
    this.until = 0;
    this.rest = [...choice.then];
    this.moveId = this.connection.ask({ type: 'move', number: this.shown.number, move: choice.action });
  }

  /** The next action of a choice that answers more than one question, if it still can be played. */
  private goOn(scene: Scene): void {
    const next = this.rest.shift();
    const choice = scene.choices.find((choice) => choice.action === next);
    if (!choice || !this.shown) {
      this.rest = [];
      return;
    }
    this.sent = { choice, targets: [] };
    this.until = 0;
    this.moveId = this.connection.ask({ type: 'move', number: this.shown.number, move: choice.action });
  }

  letGo(): boolean {
    if (this.sending) return false;
    const held = this.picked.length > 0 || !!this.question || !!this.doubt;
    this.picked = [];
    this.question = null;
    this.doubt = null;
    return held;
  }

  // --- the rest of what a person can say

  undo(): void {
    if (this.moment) this.now(); // nothing is taken back unseen
    else if (this.model?.undo) toasts.say(this.model.undo);
    else if (this.model) this.connection.ask({ type: 'undo', number: this.model.number });
  }

  redo(): void {
    if (this.moment) this.now();
    else if (this.model?.redo) this.connection.ask({ type: 'redo', number: this.model.number });
  }

  say(text: string, room: 'table' | 'gallery'): void {
    this.connection.ask({ type: 'chat', text, room });
  }

  ask(kind: 'undo' | 'abort'): void {
    this.connection.ask({ type: 'ask', kind });
  }

  answer(yes: boolean): void {
    this.connection.ask({ type: 'answer', yes });
  }

  concede(): void {
    this.connection.ask({ type: 'concede' });
  }

  away(away: boolean): void {
    this.connection.ask({ type: away ? 'away' : 'back' });
  }

  hintOf(choice: Choice): Rated | undefined {
    const chance = this.hints.get(choice.action);
    return chance === undefined ? undefined : rated(chance, this.best);
  }

  /** Why a hint thinks so. */
  reasonOf(choice: Choice): string {
    return this.reasons.get(choice.action) || choice.why;
  }

  hint(): void {
    if (!this.myTurn || this.thinking || !this.model?.table.hints) return;
    this.thinking = true;
    this.connection.ask({ type: 'hint' });
  }

  look(seat: number): void {
    this.seat = seat;
    this.connection.tell({ type: 'look', seat });
  }

  // --- looking back

  async lookBack(move: number): Promise<void> {
    this.replaying += 1;
    try {
      this.moment = await api.moment(this.id, this.viewer(), move, this.invite);
      this.letGo();
    } catch (error) {
      toasts.fail(error);
    }
  }

  /** The log from the beginning. */
  async whole(): Promise<void> {
    try {
      const log = await api.log(this.id, this.viewer(), this.invite);
      if (this.model) this.model = { ...this.model, log };
    } catch (error) {
      toasts.fail(error);
    }
  }

  now(): void {
    this.replaying += 1;
    this.moment = null;
  }

  /** Plays what happened since my last move, then shows the table as it is. */
  async missed(): Promise<void> {
    const model = this.model;
    if (!model) return;
    if (model.log.from > 0 && missedFrom(model.log.entries, model.seat) <= 0) await this.whole();
    const { from, entries } = this.model?.log ?? model.log;
    const last = from + entries.length;
    const first = from + missedFrom(entries, model.seat);
    if (first >= last) {
      toasts.say('Nothing has happened since your move.');
      return;
    }
    const run = ++this.replaying;
    for (let move = first; move <= last; move += 1) {
      const moment = await api.moment(this.id, this.viewer(), move, this.invite).catch(() => null);
      if (run !== this.replaying || !moment) break;
      this.moment = moment;
      this.speech.tell(moment.lines);
      await new Promise((done) => window.setTimeout(done, 900 / settings.kept.speed));
      if (run !== this.replaying) return;
    }
    this.now();
  }

  private viewer(): number | null {
    return this.model && this.model.seat >= 0 ? this.model.seat : null;
  }
}
