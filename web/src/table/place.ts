// Puts a small box beside an element, inside the window; again when the box grows.

const GAP = 8;
const CHOICES = '.piece.legal, .piece.picked, .zone-target, .actions button, .ask button';

interface Spot {
  left: number;
  top: number;
}

export function placed(box: HTMLElement, anchor: HTMLElement): { update: (anchor: HTMLElement) => void; destroy: () => void } {
  return follow(box, anchor, (rect) => spots(box, rect)[0] ?? { left: GAP, top: GAP });
}

/** Where it hides nothing that can be chosen; where that is not possible, it lets every click through. */
export function placedClear(box: HTMLElement, anchor: HTMLElement): { update: (anchor: HTMLElement) => void; destroy: () => void } {
  return follow(box, anchor, (rect) => {
    const choices = [...document.querySelectorAll<HTMLElement>(CHOICES)].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect());
    let best: Spot = { left: GAP, top: GAP };
    let least = Infinity;
    for (const spot of spots(box, rect)) {
      const hides = choices.reduce((sum, choice) => sum + shared(spot, box, choice), 0);
      if (hides < least) [best, least] = [spot, hides];
    }
    box.toggleAttribute('data-through', least > 0);
    return best;
  });
}

function follow(box: HTMLElement, anchor: HTMLElement, choose: (rect: DOMRect) => Spot): { update: (anchor: HTMLElement) => void; destroy: () => void } {
  let at = anchor;
  const put = (): void => {
    const { left, top } = choose(at.getBoundingClientRect());
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  };
  put();
  const grown = new ResizeObserver(put);
  grown.observe(box);
  return {
    update: (beside) => {
      at = beside;
      put();
    },
    destroy: () => grown.disconnect(),
  };
}

/** Places for it, the best first: above, below, at the sides, shifted, and in the corners. */
function spots({ offsetWidth: width, offsetHeight: height }: HTMLElement, rect: DOMRect): Spot[] {
  const { clientWidth, clientHeight } = document.documentElement;
  const [right, bottom] = [clientWidth - width - GAP, clientHeight - height - GAP];
  const [above, below] = [rect.top - height - GAP, rect.bottom + GAP];
  const [middle, level] = [rect.left + rect.width / 2 - width / 2, rect.top + rect.height / 2 - height / 2];
  const rows = [above, below].filter((top) => top >= GAP && top <= bottom);
  const columns = [rect.right + GAP, rect.left - width - GAP].filter((left) => left >= GAP && left <= right);
  const found = [
    ...rows.map((top) => ({ left: middle, top })),
    ...(rows.length ? [] : [{ left: middle, top: bottom }]),
    ...columns.map((left) => ({ left, top: level })),
    ...rows.flatMap((top) => [rect.left - width + rect.width, rect.left].map((left) => ({ left, top }))),
    ...[GAP, bottom].flatMap((top) => [right, GAP].map((left) => ({ left, top }))),
  ];
  return found.map(({ left, top }) => ({ left: Math.max(GAP, Math.min(left, right)), top: Math.max(GAP, Math.min(top, bottom)) }));
}

/** How much of the other it would hide, in square pixels. */
function shared({ left, top }: Spot, { offsetWidth, offsetHeight }: HTMLElement, other: DOMRect): number {
  const x = Math.min(left + offsetWidth, other.right) - Math.max(left, other.left);
  const y = Math.min(top + offsetHeight, other.bottom) - Math.max(top, other.top);
  return x > 0 && y > 0 ? x * y : 0;
}
