// How each act looks: keyframes of transform and opacity, nothing else, so that the processor has little to do.

import type { Happening } from './types';

export const EASE = 'cubic-bezier(.25,.8,.3,1)';
const EVEN = 'cubic-bezier(.45,.05,.35,1)';

/** A way across the screen, as seen from where its copy stands. */
export interface Way {
  x: number;
  y: number;
  far: number; // px
  scale: number; // at the end that is away
}

interface Figure {
  frames: PropertyIndexedKeyframes & { transform: string[] };
  easing: string;
}

/** From where it was to where it is; of something that vanishes, the other way round. */
export function axis(from: DOMRect, to: DOMRect, vanishes: boolean): Way {
  const [away, here] = vanishes ? [to, from] : [from, to];
  const x = away.left + away.width / 2 - (here.left + here.width / 2);
  const y = away.top + away.height / 2 - (here.top + here.height / 2);
  return { x, y, far: Math.hypot(x, y), scale: Math.min(2, Math.max(0.35, away.height / here.height)) };
}

const place = (way: Way, part: number, lift = 0, more = ''): string => {
  const scale = 1 + (way.scale - 1) * part;
  return `translate(${way.x * part}px, ${way.y * part - lift}px) scale(${scale.toFixed(3)})${more}`;
};

/** The flight of a piece. */
export function byAct({ what, tone }: Happening, way: Way, turned: boolean, vanishes: boolean): Figure {
  if (vanishes) return leaving(what, tone, way);
  const lift = Math.min(60, 8 + way.far * 0.12);
  const half = turned ? ' rotateY(90deg)' : '';
  switch (what) {
    case 'pushed':
      return { frames: { transform: [place(way, 1), 'none'] }, easing: EVEN };
    case 'rolled':
      return { frames: { transform: [place(way, 1), place(way, 0.5, lift, ' rotate(200deg)'), place(way, 0.12, lift / 3, ' rotate(330deg)'), place(way, 0, 0, ' rotate(360deg)')] }, easing: EASE };
    case 'arrived':
      return { frames: { transform: [0, 1, 2, 3, 4, 5, 6].map((i) => place(way, 1 - i / 6, i % 2 ? 5 : 0, i % 2 ? ' rotate(4deg)' : ' rotate(-4deg)')).concat('none') }, easing: 'linear' };
    case 'claimed':
      return { frames: { transform: [place(way, 1), place(way, 0.9, 14, ' scale(1.25)'), place(way, 0.4, lift * 1.4, ` scale(1.25)${half}`), place(way, 0, 0, ' scale(1.12)'), place(way, 0, 6), 'none'], offset: [0, 0.15, 0.5, 0.78, 0.9, 1] }, easing: EVEN };
    case 'taken':
      return { frames: { transform: [place(way, 1), place(way, 1, -6, ' rotate(-9deg)'), place(way, 0.4, lift, ' rotate(12deg)'), 'none'], offset: [0, 0.25, 0.6, 1] }, easing: EVEN };
    case 'paid':
      return { frames: { transform: [place(way, 1, 0, ' rotate(-6deg)'), place(way, 0.3, 4, ' rotate(3deg)'), 'none'] }, easing: EASE };
    case 'cooked':
      return { frames: { transform: [place(way, 1), place(way, 0.5, lift * 1.8, ' rotate(-190deg)'), place(way, 0, 0, ' rotate(-360deg)')] }, easing: EVEN };
    default:
      return { frames: { transform: [place(way, 1), place(way, 0.5, lift, half || ' rotate(2deg)'), place(way, 0, 0, ' scale(1.05)'), 'none'], offset: [0, 0.45, 0.82, 1] }, easing: EASE };
  }
}

/** Who leaves happy hops first; who does not, shakes the head. */
function leaving(what: string, tone: string, way: Way): Figure {
  const end = place(way, 1);
  if (what === 'left' && tone === 'costly') {
    return { frames: { transform: ['none', 'translateX(-9%) rotate(-4deg)', 'translateX(9%) rotate(4deg)', 'translateX(-5%)', end], opacity: [1, 1, 1, 1, 0], offset: [0, 0.15, 0.3, 0.42, 1] }, easing: EVEN };
  }
  if (what === 'left' || what === 'served') {
    return { frames: { transform: ['none', 'translateY(-22%) scale(1.08)', 'none', end], opacity: [1, 1, 1, 0], offset: [0, 0.25, 0.45, 1] }, easing: EVEN };
  }
  return { frames: { transform: ['none', place(way, 0.6, Math.min(30, way.far * 0.1)), end], opacity: [1, 1, 0], offset: [0, 0.6, 1] }, easing: EVEN };
}

const bounce = { transform: ['none', 'scale(1.14)', 'scale(.97)', 'none'] };
const shake = { transform: ['none', 'translateX(-5%)', 'translateX(5%)', 'translateX(-3%)', 'none'] };
const tumble = { transform: ['translateY(-30%) rotate(-220deg) scale(.8)', 'translateY(4%) rotate(24deg) scale(1.08)', 'translateY(-6%) rotate(-8deg)', 'none'] };

/** What shows another face where it lies. */
export const CHANGES: Record<'die' | 'other', PropertyIndexedKeyframes> = { die: tumble, other: bounce };

/** What something does that is named and stays. */
export const PULSES: Record<string, PropertyIndexedKeyframes | undefined> = {
  rolled: tumble,
  arrived: { transform: ['translateY(30%)', 'translateY(-6%)', 'none'] },
  left: { transform: ['none', 'translateY(-10%)', 'none', 'translateY(-6%)', 'none'] },
  'left costly': shake,
  served: bounce,
  cooked: { transform: ['none', 'translateY(-12%) rotate(-6deg)', 'translateY(0) rotate(5deg)', 'none'] },
  bid: bounce,
  hammer: { transform: ['none', 'none', 'translateY(4%) scale(.97)', 'none'] },
  claimed: bounce,
  marked: { transform: ['none', 'scale(1.1)', 'none'], opacity: [0.35, 1, 1] },
  moved: { transform: ['none', 'scale(1.08)', 'none'] },
  'moved costly': shake,
  passed: shake,
  scored: { transform: ['none', 'scale(1.35)', 'none'] },
  full: { transform: ['none', 'scale(1.07)', 'scale(.99)', 'none'] },
  tipped: bounce,
  'tipped costly': shake,
  lost: shake,
};
