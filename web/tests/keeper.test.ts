import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Keeper } from '../src/worker/keeper';
import { mayKeep } from '../src/worker/kept';

const HOME = 'https://alley.example';
const STALLS = [{ name: 'umami', teaching: { guide: true, lessons: 9, coach: false } }];

/** A page's request; Node's own cannot be one of a page. */
const asks = (path: string, mode = 'cors', method = 'GET') => ({ url: HOME + path, mode, method }) as Request;

class Shelf {
  kept = new Map<string, string>();
  private at = (address: string | Request): string => new URL(typeof address === 'string' ? address : address.url, HOME).href;
  match = async (address: string | Request) => {
    const found = this.kept.get(this.at(address));
    return found === undefined ? undefined : new Response(found, { headers: { 'content-type': 'text/html' } });
  };
  put = async (address: string | Request, answer: Response) => void this.kept.set(this.at(address), await answer.text());
  keys = async () => [...this.kept.keys()].map((url) => ({ url }));
  delete = async (address: string | Request) => this.kept.delete(this.at(address));
  get paths(): string[] {
    return [...this.kept.keys()].map((url) => url.slice(HOME.length)).sort();
  }
}

class Shelves {
  all = new Map<string, Shelf>();
  open = async (name: string) => {
    if (!this.all.has(name)) this.all.set(name, new Shelf());
    return this.all.get(name) as Shelf;
  };
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
}

describe('what may be kept', () => {
  it.each(['/', '/assets/index-a1.js', '/assets/m-plus-400.woff2', '/offline.html', '/api/games', '/api/games/umami/rules', '/api/games/last_dumpling/table.css'])('%s', (path) => {
    expect(mayKeep(new URL(path, HOME))).toBe(true);
  });

  it.each(['/t/abc', '/me', '/?invite=1', '/api/me', '/api/me/tables', '/api/me/learned', '/api/tables', '/api/tables/abc/log', '/api/games/kitchen', '/api/games/umami/lessons/first', '/api/games?by=me', '/api/games/umami/rules?seat=1', '/livez', '/assets/../api/me'])('not %s', (path) => {
    expect(mayKeep(new URL(path, HOME))).toBe(false);
  });
});

describe('a keeper', () => {
  let shelves: Shelves;
  let house: 'there' | 'gone' | 'silent' | 'closed';
  let build: string;
  let asked: string[];

  const parts = (name: string): string[] => [`/assets/index-${name}.js`, `/assets/index-${name}.css`, '/assets/rice.svg'];
  const front = (name: string): string => `<html lang="en"><script src="/assets/index-${name}.js"></script><link href="/assets/index-${name}.css">`;

  async function says(request: Request | string, how?: RequestInit): Promise<Response> {
    const path = (typeof request === 'string' ? request : request.url).replace(HOME, '');
    asked.push(`${path}${how?.credentials ? ` ${how.credentials}` : ''}`);
    if (house === 'gone') throw new TypeError('Failed to fetch');
    if (house === 'silent') return new Promise(() => undefined);
    if (house === 'closed') return new Response('', { status: 502 });
    if (path === '/api/games') return Response.json(STALLS);
    if (path.startsWith('/assets/') && !parts(build).includes(path)) return new Response('', { status: 404 });
    if (path.startsWith('/api/') || path.includes('.') || path === '/livez') return new Response(`${path} of ${build}`);
    return new Response(front(build), { headers: { 'content-type': 'text/html; charset=utf-8' } });
  }

  const keeper = (name: string): Keeper => new Keeper({ name, parts: parts(name) }, { origin: HOME, caches: shelves as unknown as CacheStorage, fetch: says });
  const during: Promise<unknown>[] = [];
  const answer = async (one: Keeper, path: string, mode?: string): Promise<string | null> => {
    const given = one.answer(asks(path, mode), (work) => during.push(work));
    const found = await given;
    await Promise.all(during);
    return found && found.status < 400 ? found.text() : null;
  };
  const shelf = (name: string): string[] => shelves.all.get(`yokocho-${name}`)?.paths ?? [];

  beforeEach(() => {
    [shelves, house, build, asked] = [new Shelves(), 'there', 'a', []];
    during.length = 0;
    return () => vi.useRealTimers();
  });

  async function kept(name = 'a'): Promise<Keeper> {
    const made = keeper(name);
    await made.install();
    await made.keep();
    return made;
  }

  it('keeps nothing before it is told to, and then the build and its texts, without saying who asks', async () => {
    const one = keeper('a');
    await one.install();
    expect(shelf('a')).toEqual(['/offline.html']);
    expect(one.answer(asks('/api/games/umami/rules'), () => undefined)).toBeNull();
    asked = [];
    await one.keep();
    expect(shelf('a')).toEqual(['/', '/api/games', '/api/games/umami/guide', '/api/games/umami/lessons', '/api/games/umami/rules', '/api/games/umami/table.css', ...parts('a'), '/icon.svg', '/manifest.webmanifest', '/offline.html'].sort());
    expect(asked.every((one) => one.endsWith(' omit'))).toBe(true);
    asked = [];
    await one.keep();
    expect(asked).toEqual([]);
  });

  it.each(['gone', 'closed'] as const)('shows a marked page and what it keeps where the house is %s', async (how) => {
    const one = await kept();
    house = how;
    expect(await answer(one, '/t/abc', 'navigate')).toContain('<html data-kept lang="en">');
    expect(await answer(one, '/api/games')).toContain('umami');
    expect(await answer(one, '/api/games/umami/rules')).toBe('/api/games/umami/rules of a');
    expect(await answer(one, '/assets/rice.svg')).toBe('/assets/rice.svg of a');
  });

  it('does not wait for a silent house', async () => {
    const one = await kept();
    house = 'silent';
    vi.useFakeTimers();
    const [page, list] = [answer(one, '/', 'navigate'), answer(one, '/api/games')];
    await vi.advanceTimersByTimeAsync(1200);
    expect(await page).toContain('data-kept');
    expect(await list).toContain('umami');
  });

  it('has a page of its own where nothing is kept', async () => {
    const one = keeper('a');
    await one.install();
    house = 'gone';
    expect(await answer(one, '/', 'navigate')).toBe('/offline.html of a');
  });

  it('tells that nobody is there without an error', async () => {
    const one = keeper('a');
    const status = async (): Promise<number | undefined> => (await one.answer(asks('/livez'), () => undefined))?.status;
    expect(await status()).toBe(200);
    house = 'gone';
    expect(await status()).toBe(204);
  });

  it('gives a text at once and keeps the fresh one', async () => {
    const one = await kept();
    build = 'a, later';
    expect(await answer(one, '/api/games/umami/rules')).toBe('/api/games/umami/rules of a');
    expect(await answer(one, '/api/games/umami/rules')).toBe('/api/games/umami/rules of a, later');
  });

  it('leaves alone what is of a person or a table, and what is written', async () => {
    const one = await kept();
    for (const path of ['/api/me', '/api/tables/abc/log', '/api/games/umami/lessons/first', '/api/games/kitchen']) expect(one.answer(asks(path), () => undefined)).toBeNull();
    expect(one.answer(asks('/api/games', 'cors', 'POST'), () => undefined)).toBeNull();
    expect(one.answer({ ...asks('/'), url: 'https://elsewhere.example/' } as Request, () => undefined)).toBeNull();
    expect(one.answer(asks('/api/tables/abc/export', 'navigate'), () => undefined)).toBeNull();
  });

  it('gives nothing of its own to a page of another build', async () => {
    const one = await kept();
    build = 'b';
    expect(await answer(one, '/', 'navigate')).toBe(front('b'));
    expect(shelf('a')).toEqual([...parts('a'), '/offline.html'].sort());
    expect(one.answer(asks('/api/games/umami/rules'), () => undefined)).toBeNull();
  });

  it('is followed by the keeper of another build, which keeps itself before it begins', async () => {
    const one = await kept();
    build = 'b';
    await answer(one, '/', 'navigate');
    const next = keeper('b');
    await next.install();
    await next.clear();
    expect(await shelves.keys()).toEqual(['yokocho-b']);
    expect(shelf('b')).toContain('/');
    house = 'gone';
    expect(await answer(next, '/', 'navigate')).toContain('/assets/index-b.js');
    expect(await answer(next, '/api/games/umami/rules')).toBe('/api/games/umami/rules of b');
  });

  it('does not begin with a page of another build', async () => {
    await kept();
    await expect(keeper('b').install()).rejects.toThrow();
    expect(shelf('b')).not.toContain('/');
  });
});
