// The line to the house: whether it is down, and since when it is up again.

const AGAIN = 3000; // ms until a house that was not there is asked again
const PATIENCE = 1600; // ms in which it has to answer
export const LATE = 800; // ms without an answer after which one asks whether the house is there
export const GONE = 'The house cannot be reached.';

export class Line {
  down = $state(false);
  private asking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private isThere: () => Promise<boolean>) {}

  /** A page that was kept has a mark: it came without the house. */
  watch(kept: boolean): void {
    this.down = kept;
    if (kept) void this.doubt();
    for (const what of ['offline', 'online']) addEventListener(what, () => void this.doubt());
  }

  /** Something failed, or takes long: is the house there? Asks until it is. */
  async doubt(): Promise<void> {
    if (this.asking) return;
    clearTimeout(this.timer);
    this.asking = true;
    this.down = !(await this.isThere());
    this.asking = false;
    if (this.down) this.timer = setTimeout(() => void this.doubt(), AGAIN);
  }

  /** The house was heard. */
  heard(): void {
    this.down = false;
    clearTimeout(this.timer);
  }
}

/** Asked through the service worker, which makes no error of it where nobody answers. */
async function isThere(): Promise<boolean> {
  try {
    const answer = await fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    return answer.status === 200;
  } catch {
    return false;
  }
}

export const line = new Line(isThere);
