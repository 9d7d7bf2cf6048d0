// Sound, off until somebody asks for it: only then is it loaded.

import { beatsOf } from './choreography';
import { settings, VOLUMES } from './settings.svelte';
import type { Happening } from './types';

type Alley = typeof import('./alley');

const FELT = new Set(['day', 'near', 'last', 'over']); // moments that no beat shows; "turn" is called by itself
const PLAIN = { root: 294, scale: [0, 2, 5, 7, 9], bright: 0.5 };

class Sound {
  private alley: Alley | null = null;
  private table: HTMLElement | null = null;

  /** At a table, until the answer is called: its stylesheet says how it sounds. */
  at(table: HTMLElement): () => void {
    this.table = table;
    void this.tune();
    return () => {
      if (this.table !== table) return;
      this.table = null;
      this.alley?.close();
    };
  }

  /** 0 is off. */
  get volume(): number {
    return settings.kept.sound ? settings.kept.volume : 0;
  }

  set(volume: number): void {
    settings.set('sound', volume > 0);
    if (volume > 0) settings.set('volume', volume);
    void this.tune();
  }

  /** Off, then louder and louder, then off again. */
  turn(): void {
    const now = VOLUMES.findIndex(([volume]) => volume === this.volume);
    this.set(VOLUMES[(now + 1) % VOLUMES.length]?.[0] ?? 0);
  }

  get words(): string {
    return VOLUMES.find(([volume]) => volume === this.volume)?.[1] ?? 'on';
  }

  night(on: boolean): void {
    settings.set('night', on);
    void this.tune();
  }

  play(happened: readonly Happening[]): void {
    if (!this.on || !happened.length) return;
    const felt = happened.filter(({ what }) => FELT.has(what));
    this.alley?.play(beatsOf(happened), felt, settings.kept.speed);
  }

  call(): void {
    if (settings.kept.sound) void this.loaded().then((alley) => alley?.call());
  }

  private get on(): boolean {
    return settings.kept.sound && !document.hidden;
  }

  private async loaded(): Promise<Alley | null> {
    this.alley ??= await import('./alley').catch(() => null);
    return this.alley;
  }

  private async tune(): Promise<void> {
    if (!settings.kept.sound) return this.alley?.close();
    const alley = await this.loaded();
    if (!alley || !settings.kept.sound) return;
    try {
      alley.tuned(colourOf(this.table));
      alley.loudness(settings.kept.volume);
      alley.alley(this.table !== null && settings.kept.night);
    } catch {
      // no sound on this device
    }
  }
}

function colourOf(table: HTMLElement | null): typeof PLAIN {
  const style = table && getComputedStyle(table);
  const numbers = (name: string): number[] => (style?.getPropertyValue(name) ?? '').split(/\s+/).filter(Boolean).map(Number).filter(Number.isFinite);
  const scale = numbers('--sound-scale');
  return { root: numbers('--sound-root')[0] ?? PLAIN.root, scale: scale.length ? scale : PLAIN.scale, bright: numbers('--sound-bright')[0] ?? PLAIN.bright };
}

export const sound = new Sound();
