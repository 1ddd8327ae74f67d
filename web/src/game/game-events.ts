// Listening to a game: reconnects by itself, and says whether it is connected.

import type { Change } from '../lib/wire';

export type ConnectionState = 'connecting' | 'live' | 'offline';

const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/** Calls `changed` for every change, and with nothing whenever something may have been missed. */
export function subscribe(url: () => string, onChange: (change: Change | null) => void, onState: (link: ConnectionState) => void): () => void {
  let source: EventSource | null = null;
  let retryMs = MIN_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function open() {
    clearTimeout(timer);
    source?.close();
    if (isClosed) return;
    source = new EventSource(url());
    source.onopen = () => {
      retryMs = MIN_RETRY_MS;
      onState('live');
      onChange(null);
    };
    source.addEventListener('change', (event) => {
      try {
        onChange(JSON.parse((event as MessageEvent<string>).data) as Change);
      } catch {
        onChange(null);
      }
    });
    // The server stops, and another is there: nobody was offline.
    source.addEventListener('moved', open);
    source.onerror = () => {
      onState('offline');
      // The browser tries again by itself unless the answer was an error.
      if (source?.readyState === EventSource.CLOSED) {
        timer = setTimeout(open, retryMs);
        retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
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
    if (source?.readyState === EventSource.OPEN) onChange(null);
    else open();
  }
  const goOffline = () => onState('offline');
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  addEventListener('offline', goOffline);
  onState('connecting');
  open();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    source?.close();
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('online', wake);
    removeEventListener('offline', goOffline);
  };
}
