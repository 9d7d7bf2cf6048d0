// Pages by path, over the history API.

export interface Route {
  page: 'home' | 'new' | 'table' | 'replay' | 'review' | 'rules' | 'guide' | 'learn' | 'puzzles' | 'settings' | 'me' | 'person' | 'best' | 'gallery' | 'stage' | 'lost';
  arg: string;
  more: string; // what the path says beyond it
  query: URLSearchParams;
  hash: string;
}

export function routeOf(url: URL): Route {
  const [first = '', second = '', third = ''] = url.pathname.split('/').filter(Boolean);
  const route = (page: Route['page'], arg = '', more = ''): Route => ({ page, arg, more, query: url.searchParams, hash: url.hash.slice(1) });
  if (!first) return route('home');
  if (first === 'new' && second) return route('new', second);
  if (first === 't' && second && (third === 'replay' || third === 'review')) return route(third, second);
  if (first === 't' && second && !third) return route('table', second);
  if ((first === 'rules' || first === 'guide') && second && !third) return route(first, second);
  if (first === 'p' && second && !third) return route('person', second);
  if (first === 'best' && second && !third) return route('best', second);
  if ((first === 'learn' || first === 'puzzles') && second) return route(first, second, third);
  if ((first === 'settings' || first === 'me' || first === 'gallery' || first === 'stage') && !second) return route(first);
  return route('lost');
}

class Router {
  route = $state.raw<Route>(routeOf(new URL(location.href)));

  private renewed = false;

  constructor() {
    window.addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
  }

  /** The page is of an earlier build: the next step opens the present one. */
  renew(): void {
    this.renewed = true;
  }

  go(path: string, replace = false): void {
    if (this.renewed && !replace) return location.assign(path);
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.read();
    if (!replace) window.scrollTo(0, 0);
  }

  private read(): void {
    this.route = routeOf(new URL(location.href));
  }

  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
