// Listening to a game: reconnects by itself, and says whether it is connected.

import type { Change } from '../lib/wire';

export type Link = 'connecting' | 'live' | 'offline';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** Calls `changed` for every change, and with nothing whenever something may have been missed. */
export function listen(address: () => string, changed: (change: Change | null) => void, linked: (link: Link) => void): () => void {
  let source: EventSource | null = null;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  function open() {
    clearTimeout(timer);
    source?.close();
    if (ended) return;
    source = new EventSource(address());
    source.onopen = () => {
      wait = FIRST_WAIT;
      linked('live');
      changed(null);
    };
    source.addEventListener('change', (event) => {
      try {
        changed(JSON.parse((event as MessageEvent<string>).data) as Change);
      } catch {
        changed(null);
      }
    });
    // The server stops, and another is there: nobody was offline.
    source.addEventListener('moved', open);
    source.onerror = () => {
      linked('offline');
      // The browser tries again by itself unless the answer was an error.
      if (source?.readyState === EventSource.CLOSED) {
        timer = setTimeout(open, wait);
        wait = Math.min(LONGEST_WAIT, wait * 2);
      }
    };
  }

  // A tab that slept, or a network that came back, does not wait for its turn. A tab that nobody looks at
  // lets go: browsers have six connections to a server, and whoever keeps many games open needs them.
  function wake() {
    if (document.visibilityState === 'hidden') {
      clearTimeout(timer);
      source?.close();
      return;
    }
    if (source?.readyState === EventSource.OPEN) changed(null);
    else open();
  }
  const lost = () => linked('offline');
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  addEventListener('offline', lost);
  linked('connecting');
  open();
  return () => {
    ended = true;
    clearTimeout(timer);
    source?.close();
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('online', wake);
    removeEventListener('offline', lost);
  };
}
