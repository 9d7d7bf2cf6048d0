// Shows on the screen what happened: where pieces were is measured before the update, where they are after it, and each
// beat of the choreography moves its own. A travelling piece is a copy in a layer above everything, so that nothing cuts
// it off. Only transform and opacity are animated.

import { choreography, type Steps } from './choreography';
import { axis, byAct, CHANGES, EASE, PULSES } from './figures';
import { journey, type Travel } from './flip';
import type { Happening, Scene } from './types';

declare global {
  interface Window {
    scheduler?: { postTask: (call: () => void, how: { priority: 'user-blocking' }) => Promise<void> }; // not in every browser
  }
}

/** A piece as it lay. */
interface Lay {
  element: HTMLElement;
  rect: DOMRect;
  slot: HTMLElement | null;
  width: number; // of the slot
  height: number;
  home: HTMLElement | null; // what its slot lies in
}

export interface Measured {
  scene: Scene;
  pieces: Map<string, Lay>;
  zones: Map<string, DOMRect>;
}

const NEAR = 4; // px
const MOST = 18; // copies at once
const MARKED = 1200; // ms that a mark stays where nothing moves

const seen = (rect: DOMRect | undefined): rect is DOMRect => !!rect && rect.width > 0;

function lay(element: HTMLElement): Lay {
  const slot = element.closest<HTMLElement>('.slot');
  const rect = element.getBoundingClientRect();
  return { element, rect, slot, width: slot?.offsetWidth ?? 0, height: slot?.offsetHeight ?? 0, home: (slot ?? element).parentElement };
}

export function measure(root: HTMLElement, scene: Scene): Measured {
  const pieces = new Map<string, Lay>();
  for (const element of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const found = lay(element);
    if (seen(found.rect)) pieces.set(element.dataset['piece'] ?? '', found);
  }
  return { scene, pieces, zones: zoneRects(root) };
}

function zoneRects(root: HTMLElement): Map<string, DOMRect> {
  const zones = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement>('[data-zone]')) {
    zones.set(element.dataset['zone'] ?? '', (element.querySelector('.pile') ?? element).getBoundingClientRect());
  }
  return zones;
}

/** One move on its way to the screen. */
interface Showing {
  before: Measured;
  after: Scene;
  elements: Map<string, HTMLElement>;
  zones: Map<string, DOMRect>;
  speed: number;
}

export class Mover {
  private running: Animation[] = [];
  private hidden: HTMLElement[] = []; // pieces of which a copy flies
  private due: (() => void) | null = null; // what is to be set in motion, before the next frame
  private frame = 0;
  private copies: HTMLElement[] = [];
  private marks: HTMLElement[] = [];
  private timer = 0;
  private writes: (() => void)[] = []; // all is measured before anything is changed: the page is laid out once
  private unit = '';

  constructor(
    private root: HTMLElement,
    private layer: HTMLElement,
  ) {}

  /** Everything is where it belongs, at once. */
  finish(): void {
    this.forget();
    for (const animation of this.running) animation.cancel();
    for (const copy of this.copies) copy.remove();
    for (const piece of this.hidden) piece.style.opacity = '';
    this.running = [];
    this.copies = [];
    this.hidden = [];
  }

  /** The table is drawn anew in one task, measured and set in motion in the next, but never painted in between. */
  soon(before: Measured, after: Scene, happened: readonly Happening[], speed: number): void {
    this.finish();
    this.due = () => this.run(before, after, happened, speed);
    const begin = (): void => {
      const { due } = this;
      this.forget();
      due?.();
    };
    void window.scheduler?.postTask(begin, { priority: 'user-blocking' });
    this.frame = requestAnimationFrame(begin);
  }

  private forget(): void {
    this.due = null;
    cancelAnimationFrame(this.frame);
  }

  private run(before: Measured, after: Scene, happened: readonly Happening[], speed: number): void {
    const travelled = journey(before.scene, after);
    const steps = choreography(happened, travelled, before.scene, after);
    const elements = new Map<string, HTMLElement>();
    for (const element of this.root.querySelectorAll<HTMLElement>('[data-piece]')) elements.set(element.dataset['piece'] ?? '', element);
    const showing: Showing = { before, after, elements, zones: zoneRects(this.root), speed };
    this.unit = getComputedStyle(this.root).getPropertyValue('--unit');
    this.writes = [];
    for (const step of steps) this.perform(step, showing);
    for (const write of this.writes) write();
  }

  /** What changed is outlined for a moment, where nothing is to move. */
  mark(happened: readonly Happening[]): void {
    this.unmark();
    for (const { pieces, zone, seat, what } of happened) {
      const named = pieces.map((id) => this.root.querySelector<HTMLElement>(`[data-piece="${CSS.escape(id)}"]`));
      const place = named.some(Boolean) ? [] : [zone ? this.root.querySelector<HTMLElement>(`[data-zone="${CSS.escape(zone)}"]`) : what === 'scored' ? this.panel(seat) : null];
      for (const element of [...named, ...place]) if (element) this.marks.push(element);
    }
    for (const element of this.marks) element.classList.add('happened');
    this.timer = window.setTimeout(() => this.unmark(), MARKED);
  }

  private unmark(): void {
    window.clearTimeout(this.timer);
    for (const element of this.marks) element.classList.remove('happened');
    this.marks = [];
  }

  private perform(step: Steps, showing: Showing): void {
    let late = 0;
    for (const travel of step.travels) {
      const spread = step.happening.what === 'pushed' ? 0 : Math.min(late, 5) * 40;
      if (this.travel(travel, step, showing, spread)) late += 1;
    }
    for (const id of step.changed) this.animate(showing.elements.get(id), CHANGES[showing.elements.get(id)?.dataset['kind'] === 'die' ? 'die' : 'other'], step, showing.speed);
    for (const id of step.arrived) this.appear(id, step, showing);
    for (const id of step.gone) this.leave(id, step, showing);
    this.pulse(step, showing);
  }

  /** Whether it was worth a flight. */
  private travel(travel: Travel, step: Steps, showing: Showing, spread: number): boolean {
    const { before, elements, zones } = showing;
    const element = elements.get(travel.piece);
    const old = 'piece' in travel.from ? before.pieces.get(travel.from.piece) : undefined;
    const from = old?.rect ?? ('zone' in travel.from ? before.zones.get(travel.from.zone) : undefined) ?? this.headOf(travel.from, before.scene);
    if (!element || !seen(from)) return false;
    const now = lay(element);
    if (!seen(now.rect)) {
      const head = travel.within ? undefined : this.headOf({ piece: travel.piece }, showing.after);
      if (old && seen(head)) this.fly(old, from, head, step, showing.speed, spread, travel.turned, true);
      return !!old && seen(head);
    }
    const [dx, dy] = travel.within ? shift(before.zones.get(travel.within), zones.get(travel.within)) : [0, 0];
    if (Math.abs(from.left + dx - now.rect.left) < NEAR && Math.abs(from.top + dy - now.rect.top) < NEAR) return false;
    this.fly(now, from, now.rect, step, showing.speed, spread, travel.turned, false, 'zone' in travel.from);
    return true;
  }

  /** A seat whose board is out of sight plays from its portrait, and onto it. */
  private headOf(place: { piece: string } | { zone: string }, scene: Scene): DOMRect | undefined {
    const zone = scene.zones.find((zone) => ('zone' in place ? zone.id === place.zone : zone.pieces.some((piece) => piece.id === place.piece)));
    return zone && zone.owner >= 0 ? this.panel(zone.owner)?.querySelector('.portrait')?.getBoundingClientRect() : undefined;
  }

  private panel(seat: number): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-about-seat="${seat}"]`);
  }

  private fly(piece: Lay, from: DOMRect, to: DOMRect, step: Steps, speed: number, spread: number, turned: boolean, vanishes: boolean, fromPile = false): void {
    const timing = { duration: step.length / speed, delay: (step.start + spread) / speed, fill: 'both' as const };
    const figure = byAct(step.happening, axis(from, to, vanishes), turned, vanishes);
    const shown = fromPile ? { opacity: figure.frames.transform.map((_, i) => (i ? 1 : 0)) } : {}; // nobody knows what lies there before it comes
    this.writes.push(() => {
      if (this.copies.length >= MOST) return;
      const copy = this.copyOf(piece, vanishes ? from : to);
      const flight = copy.animate({ ...figure.frames, ...shown }, { ...timing, easing: figure.easing });
      if (!vanishes) this.hide(piece.element);
      this.running.push(flight);
      flight.onfinish = () => {
        copy.remove();
        piece.element.style.opacity = '';
      };
    });
  }

  /** Not by an animation: all that lies above it would be painted anew, on a layer of its own. */
  private hide(piece: HTMLElement): void {
    piece.style.opacity = '0';
    this.hidden.push(piece);
  }

  private appear(id: string, step: Steps, showing: Showing): void {
    const frames = { transform: ['translateY(-14%) scale(.5)', 'translateY(2%) scale(1.08)', 'none'], opacity: [0, 1, 1] };
    this.animate(showing.elements.get(id), frames, step, showing.speed, 'both');
  }

  /** What is gone leaves for the zone of its beat, or fades where it lay. */
  private leave(id: string, step: Steps, showing: Showing): void {
    const old = showing.before.pieces.get(id);
    if (!old) return;
    const there = showing.zones.get(step.happening.zone);
    this.fly(old, old.rect, seen(there) ? centred(old.rect, there) : old.rect, step, showing.speed, 0, false, true);
  }

  /** What does not travel is touched by what happened to it. */
  private pulse(step: Steps, showing: Showing): void {
    const { happening } = step;
    const figure = PULSES[happening.tone === 'costly' ? `${happening.what} costly` : happening.what] ?? PULSES[happening.what];
    if (!figure) return;
    const moved = new Set([...step.travels.map(({ piece }) => piece), ...step.changed]);
    const named = happening.pieces.filter((id) => !moved.has(id)).map((id) => showing.elements.get(id));
    const zone = happening.zone ? this.root.querySelector<HTMLElement>(`[data-zone="${CSS.escape(happening.zone)}"]`) : null;
    const found = named.filter((element) => element !== undefined);
    if (happening.what === 'scored') this.score(step, showing.speed);
    else if (found.length) for (const element of found) this.animate(element, figure, step, showing.speed);
    else if (happening.what === 'passed') this.animate(this.panel(happening.seat)?.querySelector<HTMLElement>('.portrait') ?? undefined, figure, step, showing.speed);
    else if (zone && !moved.size) this.animate(zone, figure, step, showing.speed);
    if (happening.what === 'hammer') this.hammer(zone?.getBoundingClientRect(), step, showing.speed);
  }

  /** The points rise from whoever gets them. */
  private score(step: Steps, speed: number): void {
    const score = this.panel(step.happening.seat)?.querySelector<HTMLElement>('.score');
    if (!score) return;
    const rect = score.getBoundingClientRect();
    const { points } = step.happening;
    const gain = document.createElement('b');
    gain.className = points > 0 ? 'gained' : 'gained loss';
    gain.textContent = `${points > 0 ? '+' : '−'}${Math.abs(points)}`;
    Object.assign(gain.style, { left: `${rect.left + rect.width / 2}px`, top: `${rect.top + rect.height / 2}px` });
    this.animate(score, PULSES['scored'], step, speed);
    this.drop(gain, { transform: ['translate(-50%, 40%) scale(.6)', 'translate(-50%, 90%) scale(1.15)', 'translate(-50%, 110%)', 'translate(-50%, 60%)'], opacity: [0, 1, 1, 0] }, step, speed, 2.4);
  }

  private hammer(rect: DOMRect | undefined, step: Steps, speed: number): void {
    if (!seen(rect)) return;
    const hammer = document.createElement('i');
    hammer.className = 'falling-hammer';
    Object.assign(hammer.style, { left: `${rect.left + rect.width / 2}px`, top: `${rect.top + rect.height / 2}px` });
    this.drop(hammer, { transform: ['translate(-20%, -110%) rotate(50deg)', 'translate(-40%, -120%) rotate(70deg)', 'translate(-50%, -60%) rotate(-12deg)', 'translate(-50%, -64%) rotate(0)', 'translate(-50%, -64%) rotate(0)'], opacity: [0, 1, 1, 1, 0], offset: [0, 0.25, 0.55, 0.7, 1] }, step, speed, 1.6);
  }

  /** Something that is there for this beat only. */
  private drop(element: HTMLElement, frames: PropertyIndexedKeyframes, step: Steps, speed: number, longer: number): void {
    this.writes.push(() => {
      this.layer.append(element);
      this.copies.push(element);
      const shown = element.animate(frames, { duration: (step.length * longer) / speed, delay: step.start / speed, easing: 'ease-out', fill: 'both' });
      shown.onfinish = () => element.remove();
      this.running.push(shown);
    });
  }

  private animate(element: HTMLElement | undefined | null, frames: PropertyIndexedKeyframes | undefined, step: Steps, speed: number, fill: FillMode = 'none'): void {
    if (element && frames) this.writes.push(() => this.running.push(element.animate(frames, { duration: step.length / speed, delay: step.start / speed, easing: EASE, fill })));
  }

  /** A copy that looks the same outside of the table: the stylesheet may dress a piece by where it lies, and measures it by its slot. */
  private copyOf(piece: Lay, rect: DOMRect): HTMLElement {
    const inner = piece.element.cloneNode(true) as HTMLElement;
    inner.removeAttribute('id');
    inner.classList.remove('legal', 'picked', 'lit', 'new-here', 'happened');
    inner.tabIndex = -1;
    Object.assign(inner.style, { margin: '0', translate: 'none' });
    let whole: HTMLElement = inner;
    if (piece.slot) {
      const slot = piece.slot.cloneNode(false) as HTMLElement;
      const size = { width: `${piece.width}px`, height: `${piece.height}px`, left: `${(rect.width - piece.width) / 2}px`, top: `${(rect.height - piece.height) / 2}px` };
      Object.assign(slot.style, { ...size, display: 'grid', placeItems: 'center', position: 'absolute', right: 'auto', bottom: 'auto', margin: '0', border: '0', background: 'none', boxShadow: 'none', overflow: 'visible' });
      inner.style.placeSelf = 'center';
      slot.append(inner);
      whole = slot;
    } else Object.assign(inner.style, { width: `${rect.width}px`, height: `${rect.height}px` });
    for (let parent = piece.home; parent && parent !== this.root; parent = parent.parentElement) {
      const shell = parent.cloneNode(false) as HTMLElement;
      shell.style.display = 'contents';
      shell.removeAttribute('id');
      shell.append(whole);
      whole = shell;
    }
    const holder = document.createElement('div');
    holder.style.setProperty('--unit', this.unit);
    Object.assign(holder.style, { height: `${rect.height}px`, position: 'fixed', left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px` });
    holder.append(whole);
    this.layer.append(holder);
    this.copies.push(holder);
    return holder;
  }
}

/** How far a zone itself moved: a piece that only went along with it stays where it is. */
const shift = (was: DOMRect | undefined, now: DOMRect | undefined): [number, number] => (was && now ? [now.left - was.left, now.top - was.top] : [0, 0]);

/** A rectangle of the same size in the middle of another. */
const centred = (rect: DOMRect, place: DOMRect): DOMRect => new DOMRect(place.left + (place.width - rect.width) / 2, place.top + (place.height - rect.height) / 2, rect.width, rect.height);
