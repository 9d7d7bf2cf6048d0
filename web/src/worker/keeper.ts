// Keeps what can be read without a line: one build of the site, whole, and the texts that belong to it. Tables are only
// ever played live.

import { isPart, isText, mayKeep } from './kept';

const PREFIX = 'yokocho-';
const FRONT = '/';
const LOST = '/offline.html';
const LIST = '/api/games';
const SIGNS = ['/icon.svg', '/manifest.webmanifest'];
const ALIVE = '/livez';
const PATIENCE = 1200; // ms the house has to answer, where something is kept
const AT_ONCE = 6; // parts asked for at once
const NAMED = /\/assets\/[\w.-]+/g; // parts in a page
const NO_HOUSE = [502, 503, 504]; // said by a proxy in front of it

export interface Build {
  name: string;
  parts: string[]; // scripts, styles, drawings, letters
}

export interface World {
  origin: string;
  caches: CacheStorage;
  fetch: (request: Request | string, how?: RequestInit) => Promise<Response>;
}

interface Stall {
  name: string;
  teaching: Record<string, unknown>;
}

export class Keeper {
  private readonly shelf: string;
  private keeps: boolean | undefined; // known once the shelf was looked at
  private keeping: Promise<void> | null = null;

  constructor(
    private readonly build: Build,
    private readonly world: World,
  ) {
    this.shelf = PREFIX + build.name;
    void this.isWhole();
  }

  // --- one build after the other

  /** Where an earlier build was kept, this one is kept before it takes over. */
  async install(): Promise<void> {
    await this.store(LOST);
    if (await this.followsAnother()) await this.keep();
  }

  /** Nothing of another build stays. */
  async clear(): Promise<void> {
    const others = (await this.world.caches.keys()).filter((name) => name !== this.shelf);
    await Promise.all(others.map((name) => this.world.caches.delete(name)));
  }

  private async followsAnother(): Promise<boolean> {
    for (const name of await this.world.caches.keys()) {
      const kept = name === this.shelf ? [] : await (await this.world.caches.open(name)).keys();
      if (kept.some(({ url }) => isPart(new URL(url)))) return true;
    }
    return false;
  }

  /** The front page comes last: with it the build is whole. */
  private async isWhole(): Promise<boolean> {
    this.keeps = !!(await this.match(FRONT));
    return this.keeps;
  }

  /** All parts and texts, once. */
  keep(): Promise<void> {
    this.keeping ??= this.keepAll().finally(() => (this.keeping = null));
    return this.keeping;
  }

  private async keepAll(): Promise<void> {
    if (await this.isWhole()) return;
    const parts = [...this.build.parts, ...SIGNS];
    for (let i = 0; i < parts.length; i += AT_ONCE) {
      await Promise.all(parts.slice(i, i + AT_ONCE).map(async (part) => (await this.match(part)) ?? this.store(part)));
    }
    const list = await this.store(LIST);
    for (const text of textsOf((await list.json()) as Stall[])) await this.store(text).catch(() => undefined); // it is kept when it is read
    const front = await this.ask(FRONT);
    if (!front.ok || !this.isOurs(await front.clone().text())) throw new Error('another build');
    await this.put(FRONT, front);
    this.keeps = true;
  }

  /** A page of another build came from the house: what is kept for ours is not for it. The parts tell the next build to keep itself. */
  private async retire(): Promise<void> {
    const shelf = await this.open();
    const gone = (await shelf.keys()).filter(({ url }) => !isPart(new URL(url)) && !url.endsWith(LOST));
    await Promise.all(gone.map((request) => shelf.delete(request)));
    this.keeps = false;
  }

  private isOurs(page: string): boolean {
    const named = page.match(NAMED) ?? [];
    return named.length > 0 && named.every((part) => this.build.parts.includes(part));
  }

  // --- answers

  /** The answer to a request; nothing where it is none of our business. `during` holds the worker while work goes on. */
  answer(request: Request, during: (work: Promise<unknown>) => void): Promise<Response> | null {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== this.world.origin) return null;
    if (request.mode === 'navigate') return url.pathname.startsWith('/api/') ? null : this.page(request);
    if (url.pathname === ALIVE) return this.alive();
    if (this.keeps === false || !mayKeep(url)) return null;
    if (url.pathname === LIST) return this.list(request);
    if (isText(url)) return this.text(request, during);
    return isPart(url) || SIGNS.includes(url.pathname) ? this.part(request) : null;
  }

  /** What the house says; the page that is kept if it says nothing, marked, so that it can tell. */
  private async page(request: Request): Promise<Response> {
    const asked = this.world.fetch(request);
    const answer = await soon(asked);
    if (answer) {
      if (this.keeps !== false && isHtml(answer) && (await this.isWhole()) && !this.isOurs(await answer.clone().text())) await this.retire();
      return answer;
    }
    const front = await this.match(FRONT);
    if (front) return marked(front);
    try {
      return await asked;
    } catch {
      return (await this.match(LOST)) ?? Response.error();
    }
  }

  /** An answer whether there is a house, and no error where there is none. */
  private async alive(): Promise<Response> {
    const answer = await soon(this.world.fetch(ALIVE, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) }));
    return answer?.ok ? answer : new Response(null, { status: 204 });
  }

  /** A part never changes under its name. */
  private async part(request: Request): Promise<Response> {
    return (await this.match(request.url)) ?? this.world.fetch(request);
  }

  /** What is kept, at once; what the house says meanwhile is kept for the next time. */
  private async text(request: Request, during: (work: Promise<unknown>) => void): Promise<Response> {
    if (!(await this.isWhole())) return this.world.fetch(request);
    const kept = await this.match(request.url);
    const fresh = this.refresh(request.url);
    if (!kept) return fresh;
    during(fresh.catch(() => undefined));
    return kept;
  }

  /** What is offered may have changed: the house is asked first. */
  private async list(request: Request): Promise<Response> {
    if (!(await this.isWhole())) return this.world.fetch(request);
    const asked = this.refresh(request.url);
    return (await soon(asked)) ?? (await this.match(request.url)) ?? asked;
  }

  // --- the shelf

  private open(): Promise<Cache> {
    return this.world.caches.open(this.shelf);
  }

  private async match(address: string): Promise<Response | undefined> {
    return (await this.open()).match(address, { ignoreVary: true });
  }

  /** Asks without saying who asks. */
  private ask(address: string): Promise<Response> {
    const part = isPart(new URL(address, this.world.origin));
    return this.world.fetch(address, { credentials: 'omit', cache: part ? 'default' : 'no-cache' });
  }

  /** For the shelf. */
  private async store(address: string): Promise<Response> {
    const answer = await this.ask(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    await this.put(address, answer.clone());
    return answer;
  }

  /** For who reads, and for the shelf while it is whole. */
  private async refresh(address: string): Promise<Response> {
    const answer = await this.ask(address);
    if (answer.ok && this.keeps) await this.put(address, answer.clone());
    return answer;
  }

  /** The only way onto the shelf. */
  private async put(address: string, answer: Response): Promise<void> {
    if (mayKeep(new URL(address, this.world.origin))) await (await this.open()).put(address, answer);
  }
}

const textsOf = (list: Stall[]): string[] =>
  list.flatMap(({ name, teaching }) => ['table.css', 'rules', ...['guide', 'lessons', 'coach'].filter((what) => teaching[what])].map((what) => `${LIST}/${name}/${what}`));

const isHtml = (answer: Response): boolean => !!answer.headers.get('content-type')?.startsWith('text/html');

/** An answer of the house that comes in time. */
async function soon(asked: Promise<Response>): Promise<Response | null> {
  const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
  const answer = await Promise.race([asked.catch(() => null), late]);
  return answer && !NO_HOUSE.includes(answer.status) ? answer : null;
}

async function marked(front: Response): Promise<Response> {
  const headers = new Headers(front.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response((await front.text()).replace('<html', '<html data-kept'), { headers });
}
