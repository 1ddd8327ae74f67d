// Which page is shown. The server returns the same document for the address of every page.

export type Route =
  | { page: 'front' }
  | { page: 'games' }
  | { page: 'new' }
  | { page: 'game'; id: string }
  | { page: 'table'; id: string }
  | { page: 'join'; code: string }
  | { page: 'me' }
  | { page: 'notifications' }
  | { page: 'sign-in-link'; token: string }
  | { page: 'learn' }
  | { page: 'rule'; number: number }
  | { page: 'lesson'; key: string }
  | { page: 'course-lesson'; key: string }
  | { page: LearnPage }
  | { page: 'moderation' }
  | { page: 'host'; text: 'imprint' | 'privacy' }
  | { page: 'not-found' };

/** Pages below /learn. */
type LearnPage = 'sample' | 'places' | 'reference' | 'summary' | 'guess' | 'practice';
const LEARN_PAGES: readonly string[] = [
  'sample',
  'places',
  'reference',
  'summary',
  'practice',
  'guess',
] satisfies LearnPage[];

export function routeOf(path: string): Route {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decode);
  const [first, second, third] = parts;
  if (first === undefined) return { page: 'front' };
  if (parts.length === 1) {
    if (first === 'games' || first === 'new' || first === 'me' || first === 'learn') return { page: first };
    if (first === 'moderation') return { page: first };
    if (first === 'join') return { page: 'join', code: '' };
    if (first === 'imprint' || first === 'privacy') return { page: 'host', text: first };
  }
  if (parts.length === 2 && second !== undefined) {
    if (first === 'g') return { page: 'game', id: second };
    if (first === 'me' && second === 'notifications') return { page: 'notifications' };
    if (first === 'table') return { page: 'table', id: second };
    if (first === 'join') return { page: 'join', code: second };
    if (first === 'in') return { page: 'sign-in-link', token: second };
    if (first === 'learn' && LEARN_PAGES.includes(second)) return { page: second as LearnPage };
  }
  if (parts.length === 3 && first === 'learn' && second === 'rules') {
    const number = Number(third);
    if (Number.isInteger(number) && number >= 1 && number <= 22) return { page: 'rule', number };
  }
  if (parts.length === 3 && first === 'learn' && second === 'lessons' && third !== undefined)
    return { page: 'lesson', key: third };
  if (parts.length === 3 && first === 'learn' && second === 'course' && third !== undefined)
    return { page: 'course-lesson', key: third };
  return { page: 'not-found' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  route: Route = $state.raw({ page: 'front' });
  /** The query of the address: `?tab=talk`. */
  query = $state('');

  start(): void {
    this.#readAddress();
    addEventListener('popstate', () => this.#readAddress());
    // A link inside the app does not load the document again.
    document.addEventListener('click', (event) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
      if (link.pathname.startsWith('/api') || (link.pathname === location.pathname && link.hash !== ''))
        return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(path: string, historyMode: 'push' | 'replace' = 'push'): void {
    if (historyMode === 'push') history.pushState(null, '', path);
    else history.replaceState(null, '', path);
    this.#readAddress();
    scrollTo(0, 0);
    // Screen readers and keyboards continue at the new page, because the link is gone.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
  }

  /** What the query says is done: a reload does not do it again. */
  dropQuery(): void {
    this.query = '';
    history.replaceState(history.state, '', location.pathname + location.hash);
  }

  #readAddress(): void {
    this.query = location.search;
    const route = routeOf(location.pathname);
    // The same page stays: a new route would load it again.
    if (JSON.stringify(route) !== JSON.stringify(this.route)) this.route = route;
  }
}

export const router = new Router();
