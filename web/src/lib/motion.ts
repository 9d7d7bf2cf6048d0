// Moves pieces on the screen: where they were is measured before the update, where they are after it.
// A travelling piece is a copy in a layer above everything, so that no scrolling row cuts it off.

import { journey, type Travel } from './flip';
import type { Scene } from './types';

export interface Measured {
  scene: Scene;
  pieces: Map<string, DOMRect>;
  zones: Map<string, DOMRect>;
}

const EASE = 'cubic-bezier(.25,.8,.3,1)';
const NEAR = 4; // px

export function measure(root: HTMLElement, scene: Scene): Measured {
  const pieces = new Map<string, DOMRect>();
  const zones = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const rect = element.getBoundingClientRect();
    if (rect.width) pieces.set(element.dataset['piece'] ?? '', rect);
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-zone]')) {
    const pile = element.querySelector('.pile');
    zones.set(element.dataset['zone'] ?? '', (pile ?? element).getBoundingClientRect());
  }
  return { scene, pieces, zones };
}

export class Mover {
  private running: Animation[] = [];
  private copies: HTMLElement[] = [];

  constructor(
    private root: HTMLElement,
    private layer: HTMLElement,
  ) {}

  finish(): void {
    for (const animation of this.running) animation.finish();
    for (const copy of this.copies) copy.remove();
    this.running = [];
    this.copies = [];
  }

  run(before: Measured, after: Scene, speed: number): void {
    this.finish();
    const { travels, changed, arrived } = journey(before.scene, after);
    const elements = new Map<string, HTMLElement>();
    for (const element of this.root.querySelectorAll<HTMLElement>('[data-piece]')) elements.set(element.dataset['piece'] ?? '', element);
    let late = 0;
    for (const travel of travels) {
      const element = elements.get(travel.piece);
      const from = this.start(before, travel);
      if (!element || !from) continue;
      const to = element.getBoundingClientRect();
      const [dx, dy] = travel.within ? this.shift(before, travel.within, element) : [0, 0];
      if (!to.width || (Math.abs(from.left + dx - to.left) < NEAR && Math.abs(from.top + dy - to.top) < NEAR)) continue;
      this.fly(element, from, to, travel.turned, speed, Math.min(late, 5) * 40);
      late += 1;
    }
    for (const id of changed) this.tumble(elements.get(id), speed);
    for (const id of arrived) this.appear(elements.get(id), speed);
  }

  /** How far the zone itself moved: a piece that only went along with it stays where it is. */
  private shift(before: Measured, zone: string, element: HTMLElement): [number, number] {
    const was = before.zones.get(zone);
    const now = element.closest('[data-zone]')?.getBoundingClientRect();
    return was && now ? [now.left - was.left, now.top - was.top] : [0, 0];
  }

  private start(before: Measured, travel: Travel): DOMRect | undefined {
    return 'piece' in travel.from ? before.pieces.get(travel.from.piece) : before.zones.get(travel.from.zone);
  }

  private fly(element: HTMLElement, from: DOMRect, to: DOMRect, turned: boolean, speed: number, delay: number): void {
    const copy = this.copyOf(element, to);
    const dx = from.left + from.width / 2 - (to.left + to.width / 2);
    const dy = from.top + from.height / 2 - (to.top + to.height / 2);
    const scale = Math.min(2, Math.max(0.4, from.height / to.height));
    const away = `translate(${dx}px, ${dy}px) scale(${scale})`;
    const half = `translate(${dx / 2}px, ${dy / 2 - 10}px) scale(${(scale + 1) / 2})${turned ? ' rotateY(90deg)' : ''}`;
    const timing = { duration: 340 / speed, delay: delay / speed, easing: EASE, fill: 'both' as const };
    const hide = element.animate({ opacity: [0, 0] }, { duration: timing.duration + timing.delay });
    const flight = copy.animate({ transform: [away, half, 'none'] }, timing);
    flight.onfinish = () => copy.remove();
    this.running.push(flight, hide);
  }

  private copyOf(element: HTMLElement, rect: DOMRect): HTMLElement {
    const inner = element.cloneNode(true) as HTMLElement;
    inner.removeAttribute('id');
    inner.classList.remove('legal', 'picked', 'lit', 'new-here');
    inner.tabIndex = -1;
    Object.assign(inner.style, { margin: '0', translate: 'none' });
    const slot = element.closest<HTMLElement>('.slot');
    if (!slot) Object.assign(inner.style, { width: `${rect.width}px`, height: `${rect.height}px` });
    let whole: HTMLElement = inner;
    // the stylesheet may dress a piece by where it lies, and measures it by its slot
    for (let parent = element.parentElement; parent && parent !== this.root; parent = parent.parentElement) {
      const shell = parent.cloneNode(false) as HTMLElement;
      if (parent === slot) {
        const size = { width: `${parent.offsetWidth}px`, height: `${parent.offsetHeight}px`, left: `${(rect.width - parent.offsetWidth) / 2}px`, top: `${(rect.height - parent.offsetHeight) / 2}px` };
        Object.assign(shell.style, { ...size, display: 'grid', placeItems: 'center', position: 'absolute', right: 'auto', bottom: 'auto', margin: '0', border: '0', background: 'none', boxShadow: 'none', overflow: 'visible' });
        inner.style.placeSelf = 'center';
      } else shell.style.display = 'contents';
      shell.removeAttribute('id');
      shell.append(whole);
      whole = shell;
    }
    const holder = document.createElement('div');
    holder.style.setProperty('--unit', getComputedStyle(this.root).getPropertyValue('--unit'));
    Object.assign(holder.style, { height: `${rect.height}px`, position: 'fixed', left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px` });
    holder.append(whole);
    this.layer.append(holder);
    this.copies.push(holder);
    return holder;
  }

  private tumble(element: HTMLElement | undefined, speed: number): void {
    if (!element) return;
    const dice = element.dataset['kind'] === 'die';
    const frames = dice
      ? { transform: ['rotate(-200deg) scale(.7)', 'rotate(20deg) scale(1.08)', 'none'] }
      : { transform: ['scale(1)', 'scale(1.12)', 'none'] };
    this.running.push(element.animate(frames, { duration: (dice ? 400 : 260) / speed, easing: EASE }));
  }

  private appear(element: HTMLElement | undefined, speed: number): void {
    if (!element) return;
    const frames = { transform: ['scale(.5)', 'scale(1.06)', 'none'], opacity: [0, 1, 1] };
    this.running.push(element.animate(frames, { duration: 280 / speed, easing: EASE }));
  }
}
