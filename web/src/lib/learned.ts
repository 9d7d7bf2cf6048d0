// What has been learned on this device, by game, and whether the greeting was put away.

const KEY = 'yokocho-learned';
const LOOKED = 'yokocho-looked';

function kept(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}

export const hasLearned = (game?: string): boolean => (game ? game in kept() : Object.keys(kept()).length > 0);

/** Notes how far somebody came in a game. */
export function learn(game: string, done: unknown): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [game]: done }));
  } catch {
    // a browser may keep nothing
  }
}

export function hasLooked(): boolean {
  try {
    return localStorage.getItem(LOOKED) !== null;
  } catch {
    return false;
  }
}

export function look(): void {
  try {
    localStorage.setItem(LOOKED, '1');
  } catch {
    // it is shown again next time
  }
}
