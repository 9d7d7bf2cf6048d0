// A lesson at the table. It stands where the connection to a house stands else: what is chosen at the table comes here,
// is asked of the house, and what the house says of it is shown there.

import { zoneTarget, targetsOf, type Target } from './choices';
import type { Line, Listener } from './connection';
import { learn } from './learned';
import { settings } from './settings.svelte';
import { TableStore } from './table.svelte';
import { lookAt, sayIn, START, type LessonAnswer, type LessonMoment, type Place } from './teaching';
import { marks, ways, type Way } from './ways';
import type { Choice, Message, Scene, State } from './types';

/** Something to see, something to do, how it went, what follows from it, and the end. */
export type Phase = 'see' | 'do' | 'wrong' | 'right' | 'follow' | 'over';

const SHOWN = 900; // ms each move that is shown stays
const READ = 32; // ms for each letter of what is told meanwhile
const LONGEST = 3600; // ms

export class Lesson implements Line {
  readonly store: TableStore;
  phase = $state<Phase>('see');
  moment = $state.raw<LessonMoment | null>(null);
  answer = $state.raw<LessonAnswer | null>(null);
  said = $state(''); // of what follows
  folded = $state(false); // the coach has made room for the question
  hinted = $state(false);
  showing = $state(false); // the moves of the coach
  ways = $state.raw<Way[]>([]); // where pieces went
  error = $state('');

  private listener!: Listener;
  private at: Place = START;
  private number = 0;
  private asked = 0;
  private run = 0;
  private waits = false; // for what comes after something that was only to see

  constructor(
    readonly game: string,
    readonly id: string,
    private readonly finished: () => void = () => learn(game, { lessons: [id] }),
  ) {
    this.store = new TableStore('lesson', null, 0, (listener) => {
      this.listener = listener;
      return this;
    });
  }

  /** The next move of the coach's way. */
  get model(): Choice | undefined {
    const [wanted] = this.moment?.model ?? [];
    return this.store.shown?.scene.choices.find((choice) => choice.notation === wanted);
  }

  /** What is pointed at now. */
  get lit(): Target[] {
    if (!this.moment || this.phase === 'follow' || this.phase === 'over' || this.phase === 'right') return [];
    const { pieces, zones } = this.moment.lit;
    const model = this.hinted ? this.model : undefined;
    return model ? targetsOf(model) : [...pieces, ...zones.map(zoneTarget)];
  }

  get begun(): boolean {
    return this.at.played.length > 0;
  }

  // --- as a line to a house

  start(): void {
    this.listener.link('open');
    void this.look(START);
  }

  stop(): void {
    this.run += 1;
  }

  hurry(): void {
    // every question is a call of its own
  }

  probe(): void {
    // likewise
  }

  tell(): void {
    // nobody else is here
  }

  ask(message: Message): string {
    return this.send(message);
  }

  wonder(message: Message): string {
    return this.send(message);
  }

  private send(message: Message): string {
    const id = String(++this.asked);
    if (message.type === 'undo') void this.takeBack();
    else if (message.type === 'move') void this.move(message.move ?? '', id);
    else if (message.type === 'preview' || message.type === 'why' || message.type === 'hint') void this.wonders({ ...message, id }, id);
    return id;
  }

  private async wonders(message: Message, id: string): Promise<void> {
    try {
      const said = await sayIn(this.game, this.id, this.at, message);
      if (said.type !== 'answer') this.listener.message({ ...said, id });
    } catch (problem) {
      this.refuse(id, problem);
    }
  }

  private refuse(id: string, problem: unknown): void {
    this.listener.message({ type: 'refused', id, reason: problem instanceof Error ? problem.message : String(problem), rule: '' });
  }

  // --- moves

  private async move(move: string | number, id: string): Promise<void> {
    try {
      const said = await sayIn(this.game, this.id, this.at, { type: 'move', move, id });
      if (said.type === 'refused') this.listener.message({ ...said, id });
      if (said.type !== 'answer') return;
      this.hear(said);
      this.listener.message({ type: 'accepted', id, number: this.number });
    } catch (problem) {
      this.refuse(id, problem);
    }
  }

  private hear(answer: LessonAnswer): void {
    const { result, next, shown } = answer;
    if (result === 'on' && next) {
      this.happen(next.state, next.state.seat);
      this.moment = next;
      this.at = next.at;
      this.hinted = false;
      return;
    }
    const right = result === 'right';
    this.answer = answer;
    this.phase = right ? 'right' : 'wrong';
    this.folded = false;
    this.happen(still(shown), shown.seat, right);
  }

  /** Something happened at the table; `told`: one sees where the pieces went. */
  private happen(state: State, seat: number, told = false): void {
    const before = told ? marks() : null;
    const from = this.store.shown?.scene ?? null;
    this.number += 1;
    this.listener.message({ type: 'event', number: this.number, kind: 'move', seat, at: Date.now(), scene: state.scene as Scene, log: state.log, undo: '', redo: false });
    this.ways = [];
    if (before) void ways(before, from, state.scene).then((found) => (this.ways = found));
  }

  private show(moment: LessonMoment): void {
    this.run += 1;
    this.moment = moment;
    this.at = moment.at;
    this.answer = null;
    this.hinted = this.showing = false;
    this.ways = [];
    this.phase = moment.task ? 'do' : 'see';
    this.number = moment.state.number;
    this.listener.message(moment.task ? moment.state : still(moment.state));
  }

  private async look(at: Place): Promise<void> {
    try {
      this.show(await lookAt(this.game, this.id, at));
      this.error = '';
    } catch (problem) {
      this.error = problem instanceof Error ? problem.message : String(problem);
    }
  }

  // --- what a person says to the coach

  /** On with it, whatever is shown. */
  async next(): Promise<void> {
    if (this.phase === 'do') this.folded = true;
    else if (this.phase === 'wrong') this.back();
    else if (this.phase === 'right') await this.follow();
    else if (this.phase === 'follow') this.go();
    else if (this.phase === 'see') await this.seen();
  }

  private async seen(): Promise<void> {
    if (this.waits) return;
    this.waits = true;
    try {
      const said = await sayIn(this.game, this.id, this.at, { type: 'next' });
      if (said.type !== 'answer') return;
      this.answer = said;
      void this.follow();
    } catch (problem) {
      this.refuse('', problem);
    } finally {
      this.waits = false;
    }
  }

  /** To the table as it was before a wrong move. */
  back(): void {
    const was = this.answer?.next;
    if (was) this.show(was);
    this.folded = true;
  }

  /** The same task once more. */
  async again(): Promise<void> {
    this.folded = false;
    await this.look({ ...this.at, played: [] });
  }

  private async takeBack(): Promise<void> {
    if (this.phase === 'wrong') this.back();
    else if (this.phase === 'right') await this.again();
    else if (this.phase === 'do' && this.begun) await this.look({ ...this.at, played: this.at.played.slice(0, -1) });
  }

  hint(): void {
    this.hinted = true;
    this.folded = false;
  }

  /** The coach plays it. */
  async showMe(): Promise<void> {
    if (this.phase === 'wrong') this.back();
    const run = this.run;
    this.folded = this.showing = true;
    while (run === this.run && this.phase === 'do') {
      const choice = this.model;
      if (!choice) break;
      this.store.letGo();
      this.store.picked = targetsOf(choice);
      await pause(SHOWN);
      if (run !== this.run) return;
      this.store.act(choice, targetsOf(choice), true);
      while (this.store.sending) await pause(60);
    }
    this.showing = false;
  }

  /** What the others do then, one after the other. */
  private async follow(): Promise<void> {
    const { then = [], after = '' } = this.answer ?? {};
    if (!then.length && !after) return this.go();
    const run = ++this.run;
    this.phase = 'follow';
    this.showing = true;
    for (const { state, seat, lines } of then) {
      this.said = lines.join('. ');
      this.happen(still(state), seat, true);
      await pause(Math.min(LONGEST, SHOWN + READ * this.said.length));
      if (run !== this.run) return;
    }
    if (after) this.said = after;
    this.showing = false;
  }

  private go(): void {
    const next = this.answer?.next;
    const last = this.answer?.then.at(-1);
    this.run += 1;
    this.folded = false;
    if (next) this.show(next);
    else {
      if (last && this.showing) this.happen(still(last.state), last.seat);
      this.phase = 'over';
      this.showing = false;
      this.ways = [];
      this.finished();
    }
  }
}

/** Nothing can be chosen there. */
function still(state: State): State {
  return state.scene ? { ...state, scene: { ...state.scene, choices: [], combined: [] } } : state;
}

const pause = (ms: number): Promise<void> => new Promise((done) => window.setTimeout(done, ms / settings.kept.speed));

