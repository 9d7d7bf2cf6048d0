// What this device remembers: how things move, sound and call, and whether letters stand on the pieces.

export type Motion = 'auto' | 'on' | 'off';

export const SPEEDS: [number, string][] = [
  [0.6, 'slow'],
  [1, 'normal'],
  [2, 'fast'],
  [4, 'very fast'],
];

/** How loud sound can be. */
export const VOLUMES: [number, string][] = [
  [0, 'off'],
  [0.3, 'quiet'],
  [0.6, 'normal'],
  [1, 'loud'],
];

interface Kept {
  motion: Motion;
  speed: number;
  sound: boolean;
  volume: number; // 0 to 1
  night: boolean; // the alley in the background
  notify: boolean;
  letters: boolean;
  characters: boolean; // may they speak?
}

const KEY = 'yokocho-settings';
const DEFAULTS: Kept = { motion: 'auto', speed: 1, sound: false, volume: 0.6, night: true, notify: false, letters: false, characters: true };

function load(): Kept {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...DEFAULTS };
  }
}

class Settings {
  kept = $state<Kept>(load());

  set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.kept[key] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // a private window: it lasts as long as the page
    }
  }

  get moves(): boolean {
    if (this.kept.motion !== 'auto') return this.kept.motion === 'on';
    return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  }
}

export const settings = new Settings();
