// What a screen reader is told of its own accord: lines that are added to one polite list, one after the other, so that
// nothing cuts off what is being said, and nothing is said twice.

import { unruled } from './face';
import type { Scene } from './types';

export interface Said {
  id: number;
  text: string;
}

const KEPT = 12; // older lines have been said

export class Speech {
  said = $state.raw<readonly Said[]>([]);
  private count = 0;
  private asked: string | null = null; // the question last told; null before there was any, '' while others are asked

  /** What happened. */
  tell(lines: readonly string[]): void {
    const more = lines.filter(Boolean).map((text) => ({ id: ++this.count, text }));
    if (more.length) this.said = [...this.said, ...more].slice(-KEPT);
  }

  /** A table is shown. The first one is read by whoever looks at it. */
  show(scene: Pick<Scene, 'question' | 'choices'>): void {
    const question = scene.choices.length ? unruled(scene.question) : '';
    const before = this.asked;
    this.asked = question;
    if (before === null || !question || question === before) return;
    this.tell([before ? question : `Your turn. ${question}`]);
  }
}
