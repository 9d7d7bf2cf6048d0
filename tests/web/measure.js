// What is drawn on a table, measured: everything that a person would stumble over, and a few figures.
// Evaluated in the page; docs/canvas.md says what is where.
({ touch }) => {
  const TARGET = 44; // px, for a thumb
  const SLIP = 2; // px by which things may touch
  const [wide, high] = [innerWidth, innerHeight];
  const failures = [];
  const fail = (kind, element, said) => failures.push({ kind, what: typeof element === 'string' ? element : name(element), said });
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const round = (n) => Math.round(n * 10) / 10;
  const box = (r) => `${Math.round(r.left)},${Math.round(r.top)} ${Math.round(r.right - r.left)}x${Math.round(r.bottom - r.top)}`;
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  function name(e) {
    const about = e.dataset.zone ?? e.dataset.piece ?? e.dataset.target ?? e.dataset.notation ?? e.dataset.group ?? e.dataset.seat;
    const own = e.classList.length ? `.${[...e.classList].filter((c) => !/^(svelte-|legal$|picked$)/.test(c))[0] ?? ''}` : e.localName;
    const place = e.closest('.zone') !== e ? e.closest('.zone')?.dataset.zone : undefined;
    return `${own}${about !== undefined ? `[${about}]` : ''}${place && place !== about ? ` in ${place}` : ''}`;
  }

  /** What is left of a box after everything around it has cut it. */
  const clips = new Map();
  function clip(e) {
    if (!e || e === document.documentElement) return { left: 0, top: 0, right: wide, bottom: high };
    let found = clips.get(e);
    if (!found) {
      const style = getComputedStyle(e);
      const outer = style.position === 'fixed' ? clip(null) : clip(e.parentElement);
      const cuts = style.overflow !== 'visible' && style.display !== 'contents';
      found = cuts ? common(outer, e.getBoundingClientRect()) : outer;
      clips.set(e, found);
    }
    return found;
  }
  const common = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const empty = (r) => r.right - r.left <= 0.5 || r.bottom - r.top <= 0.5;
  const seen = (e) => common(e.getBoundingClientRect(), clip(e.parentElement));
  const inside = (outer, r, slip) => r.left >= outer.left - slip && r.top >= outer.top - slip && r.right <= outer.right + slip && r.bottom <= outer.bottom + slip;

  const table = document.querySelector('.table') ?? document.body;
  const asked = document.querySelector('.canvas > .ask, .ask');

  // --- targets

  const targets = all('.piece.legal, .zone-target').concat(asked ? all('button:not(:disabled, .rule-link), input:not(:disabled)', asked) : []);
  let smallest = null;
  let reachable = 0;

  /** Equal pieces in one slot are as good as each other. */
  const hits = (target, x, y) => {
    const at = document.elementFromPoint(x, y);
    if (!at) return false;
    if (target.contains(at)) return true;
    const label = at.closest('label');
    if (label && label.control === target) return true;
    const piece = at.closest('.piece.legal');
    return !!piece && !!target.closest('.slot') && piece.closest('.slot') === target.closest('.slot');
  };

  /** Where it can be touched: its middle, or else a place between. */
  const spot = (target, r) => {
    for (const fy of [0.5, 0.3, 0.7, 0.15, 0.85]) {
      for (const fx of [0.5, 0.3, 0.7, 0.12, 0.88]) {
        const [x, y] = [r.left + (r.right - r.left) * fx, r.top + (r.bottom - r.top) * fy];
        if (hits(target, x, y)) return [x, y];
      }
    }
    return null;
  };

  /** How far it can be touched from there, both ways along a line. */
  const reach = (target, x, y, dx, dy) => {
    let n = 0;
    for (const way of [-1, 1]) {
      for (let i = 1; i < 80 && hits(target, x + dx * i * way, y + dy * i * way); i += 1) n += 1;
    }
    return n + 1;
  };

  for (const target of targets) {
    const r = target.getBoundingClientRect();
    const rival = target.closest('.rival');
    const marked = rival && rival.classList.contains('glow') && all('.rival-head', rival).some((head) => shown(head) && inside(clip(head.parentElement), head.getBoundingClientRect(), SLIP));
    const drawn = shown(target) && r.width > 0 && r.height > 0;
    if (!drawn) {
      if (!marked) fail('not drawn', target, target.getAttribute('aria-label') ?? '');
      continue;
    }
    if (!inside(clip(target.parentElement), r, SLIP)) {
      if (empty(seen(target))) {
        if (!marked) fail('out of view', target, `${box(r)} of ${wide}x${high}`);
        continue;
      }
      if (!marked) fail('cut target', target, `${box(r)}, seen ${box(seen(target))}`);
    }
    const fan = !!target.closest('.zone[data-kind=fan]');
    const at = spot(target, seen(target));
    const middle = hits(target, (r.left + r.right) / 2, (r.top + r.bottom) / 2);
    if (!at || (!fan && !middle && !marked)) {
      const above = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
      if (!marked) fail('covered', target, `${box(r)} by ${above ? name(above) : 'nothing'}`);
      continue;
    }
    reachable += 1;
    if (touch) {
      const size = [reach(target, ...at, 1, 0), reach(target, ...at, 0, 1)];
      const least = Math.min(...size);
      if (!smallest || least < smallest.size) smallest = { size: least, what: name(target) };
      if (least < TARGET && !marked) fail('small target', target, `${size.join('x')} at ${box(r)}`);
    } else {
      const least = Math.min(r.width, r.height);
      if (!smallest || least < smallest.size) smallest = { size: round(least), what: name(target) };
    }
  }
  if (targets.length && !reachable) fail('nothing to touch', asked ?? table, `${targets.length} targets, none in sight`);

  // --- zones and areas

  const zones = all('.zone').filter((zone) => shown(zone) && !empty(seen(zone)));
  const boxes = zones.map((zone) => [zone, seen(zone)]);
  const opened = document.querySelector('.opened');
  const apart = (a, b) => a.contains(b) || b.contains(a) || (!!opened && opened.contains(a) !== opened.contains(b));
  const collide = (kind, pairs) => {
    pairs.forEach(([a, ra], i) => {
      for (const [b, rb] of pairs.slice(i + 1)) {
        if (apart(a, b)) continue;
        const r = common(ra, rb);
        const [x, y] = [r.right - r.left, r.bottom - r.top];
        if (x > SLIP && y > SLIP) fail(kind, `${name(a)} and ${name(b)}`, `${Math.round(x)}x${Math.round(y)} at ${Math.round(r.left)},${Math.round(r.top)}`);
      }
    });
  };
  collide('zones overlap', boxes);

  /** A section, or what it was dissolved into. */
  const parts = (e) => {
    if (!shown(e) && getComputedStyle(e).display !== 'contents') return [];
    if (getComputedStyle(e).display !== 'contents') return empty(seen(e)) ? [] : [e];
    return [...e.children].flatMap(parts);
  };
  const areas = all('.canvas > :is(.bar, .ask, .mine, .hand, .rivals, .opened, .story, .inspector, .shared)').flatMap((area) => parts(area).map((part) => [part, seen(part)]));
  collide('areas overlap', areas.filter(([area], i) => areas.findIndex(([other]) => other === area) === i && !area.classList.contains('zone')));
  const written = (e) => {
    const texts = [...e.children].filter((part) => part.childElementCount === 0 && !part.classList.contains('unseen'));
    const parts = (texts.length ? texts : [e]).map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return common(range.getBoundingClientRect(), clip(part));
    }).filter((r) => !empty(r));
    const least = (side) => Math.min(...parts.map((r) => r[side])), most = (side) => Math.max(...parts.map((r) => r[side]));
    return parts.length ? { left: least('left'), top: least('top'), right: most('right'), bottom: most('bottom') } : seen(e);
  };
  const inBar = all('.bar :is(.home, .panel, .tool, .clock, .hammer)').map((e) => [e, seen(e)]).concat(all('.bar :is(.heading, .meter-words)').map((e) => [e, written(e)]));
  collide('bar overlaps', inBar.filter(([e, r]) => shown(e) && !empty(r)));
  for (const [zone, r] of boxes) {
    for (const [area, ra] of areas) {
      if (area.contains(zone) || zone.contains(area) || area.classList.contains('zone') || area.classList.contains('group') || area.classList.contains('zones')) continue;
      if (apart(zone, area) || area === opened) continue;
      const c = common(r, ra);
      if (c.right - c.left > SLIP && c.bottom - c.top > SLIP && !area.matches('.shared, .mine, .hand, .rivals')) {
        fail('zone under area', `${name(zone)} and ${name(area)}`, `${Math.round(c.right - c.left)}x${Math.round(c.bottom - c.top)} at ${Math.round(c.left)},${Math.round(c.top)}`);
      }
    }
  }

  // --- pieces

  for (const piece of all('.piece')) {
    const r = piece.getBoundingClientRect();
    if (!shown(piece) || r.width === 0 || piece.closest('.opened-body')) continue;
    const around = clip(piece.parentElement);
    if (!inside(around, r, 3)) {
      fail('cut piece', piece, `${box(r)}, seen ${box(seen(piece))}`);
      continue;
    }
    const zone = piece.closest('.zone');
    if (zone && !piece.matches('.legal, .picked, .ghost') && !inside(zone.getBoundingClientRect(), r, 4)) {
      fail('piece out of its zone', piece, `${box(r)} of ${box(zone.getBoundingClientRect())}`);
    }
  }

  // --- text

  let text = null;
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  const looked = new Set();
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || looked.has(e)) continue;
    looked.add(e);
    const r = e.getBoundingClientRect();
    if (!shown(e) || r.width <= 2 || r.height <= 2 || empty(seen(e)) || e.closest('.unseen, [inert]')) continue;
    const scale = e.offsetHeight && r.height ? r.height / e.offsetHeight : 1;
    const scaled = Math.abs(scale - 1) > 0.1 && Math.abs(scale - 1) < 0.6; // less is rounding, more is a turn
    const size = Number.parseFloat(getComputedStyle(e).fontSize) * (scaled ? scale : 1);
    if (size === 0) continue;
    if (!text || size < text.size) text = { size: round(size), what: `${name(e)} “${e.textContent.trim().slice(0, 24)}”` };
    if (size < (e.closest('.rival') ? 10 : 11) - 0.05) fail('small text', e, `${round(size)} px “${e.textContent.trim().slice(0, 24)}”`);
  }
  for (const e of all('button:not(.piece):not(.zone-target), .question h1, .question, .note, .piece-note', table)) {
    if (!shown(e) || !e.clientWidth || empty(seen(e)) || !e.textContent.trim() || e.closest('.unseen, .story')) continue;
    const style = getComputedStyle(e);
    if (e.scrollWidth > e.clientWidth + 1) fail('text cut', e, `${e.scrollWidth} in ${e.clientWidth} px wide “${e.textContent.trim().slice(0, 40)}”`);
    else if (style.overflowY !== 'visible' && e.scrollHeight > e.clientHeight + 2) fail('text cut', e, `${e.scrollHeight} in ${e.clientHeight} px high “${e.textContent.trim().slice(0, 40)}”`);
  }

  // --- the page

  const page = document.scrollingElement;
  if (page.scrollWidth > wide + 1) fail('page scrolls', 'sideways', `${page.scrollWidth} in ${wide}`);
  if (page.scrollHeight > high + 1) fail('page scrolls', 'down', `${page.scrollHeight} in ${high}`);
  for (const e of [table, ...all('*', table)]) {
    if (e.clientHeight && (e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2)) {
      const style = getComputedStyle(e);
      const scrolls = [style.overflowX, style.overflowY].some((way) => way === 'auto' || way === 'scroll');
      if (scrolls && shown(e) && !e.closest('.story, .ask, .opened, .inspector, .sheet, .end, dialog')) fail('scrolls', e, `${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight}`);
    }
  }

  // --- how much of the table is used, on a grid of 4 px

  const STEP = 4;
  const [columns, rows] = [Math.ceil(wide / STEP), Math.ceil(high / STEP)];
  const grid = new Uint8Array(columns * rows);
  const paint = (r) => {
    const [from, to] = [Math.max(0, Math.round(r.left / STEP)), Math.min(columns, Math.round(r.right / STEP))];
    for (let y = Math.max(0, Math.round(r.top / STEP)); y < Math.min(rows, Math.round(r.bottom / STEP)); y += 1) if (to > from) grid.fill(1, y * columns + from, y * columns + to);
  };
  for (const e of all('.zone, .rival, .canvas > :is(.bar, .ask, .hand, .story, .inspector, .opened)')) if (shown(e) && getComputedStyle(e).display !== 'contents') paint(seen(e));
  const used = grid.reduce((sum, one) => sum + one, 0) / grid.length;
  if (used < 0.75) fail('area unused', table, `${Math.round(used * 100)} % used`);

  const places = {};
  for (const zone of zones) {
    const r = zone.getBoundingClientRect();
    const where = zone.closest('.opened') ? 'opened' : zone.closest('.rival') ? 'rivals' : zone.closest('.mine, .hand') ? 'mine' : 'shared';
    places[zone.dataset.zone] = { where, box: [r.left, r.top, r.width, r.height].map(round) };
  }
  for (const area of all('.canvas > :is(.bar, .ask, .mine, .hand, .rivals, .story, .inspector)')) {
    const r = area.getBoundingClientRect();
    if (shown(area) && r.width) places[`.${area.classList[0]}`] = { where: 'area', box: [r.left, r.top, r.width, r.height].map(round) };
  }
  return { failures, used, text, target: smallest, places };
}
