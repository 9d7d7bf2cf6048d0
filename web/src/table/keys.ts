// Arrow keys among what can be chosen; with Shift, or when nothing can, among all pieces and the names of places.

const LEGAL = '.piece.legal, .piece.picked, .zone-target';
const OPEN = `${LEGAL}, .actions button:enabled, .coach-row button:enabled`;
const FIRST = ['.coach .choice.main', LEGAL, '.actions .choice:enabled', '.actions button:enabled', '.dock .choice:enabled']; // the best one first
const ANY = '.piece, .zone-target, .zone-title';
const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function arrows(root: HTMLElement): { destroy: () => void } {
  const press = (event: KeyboardEvent): void => {
    const way = WAYS[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest('input, select, textarea, .log')) return; // those have arrows of their own
    const open = [...root.querySelectorAll<HTMLElement>(OPEN)];
    const all = event.shiftKey || !open.length ? [...root.querySelectorAll<HTMLElement>(ANY)] : open;
    const next = nearest(document.activeElement, all, way);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  root.addEventListener('keydown', press);
  return { destroy: () => root.removeEventListener('keydown', press) };
}

/** To the first thing that can be chosen. */
export function focusFirst(root: ParentNode): boolean {
  for (const kind of FIRST) {
    for (const element of root.querySelectorAll<HTMLElement>(kind)) {
      element.focus();
      if (element === document.activeElement) return true;
    }
  }
  return false;
}

/** To the line of the log where the keys are; from the log, back to what can be chosen. */
export function focusLog(root: HTMLElement): void {
  const log = root.querySelector<HTMLElement>('.talk');
  if (!log?.contains(document.activeElement)) (log?.querySelector<HTMLElement>('.entry[tabindex="0"]') ?? log)?.focus();
  else if (!focusFirst(root)) root.focus({ preventScroll: true });
}

function nearest(from: Element | null, all: HTMLElement[], [dx, dy]: [number, number]): HTMLElement | undefined {
  const seen = all.filter((element) => element.offsetParent !== null);
  if (!from || !seen.includes(from as HTMLElement)) return seen[0];
  const here = centre(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const element of seen) {
    if (element === from) continue;
    const there = centre(element);
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (ahead < 4) continue;
    const cost = ahead + aside * 2.5;
    if (cost < least) [best, least] = [element, cost];
  }
  return best;
}

function centre(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
