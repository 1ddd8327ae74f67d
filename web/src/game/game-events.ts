// Receives the changes of a game as server-sent events. Reconnects, and reports the state of the connection.

import type { Change } from '../lib/wire';

export type ConnectionState = 'connecting' | 'live' | 'offline';

const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/**
 * Calls `onChange` for every change, and with null when a change may have been missed. A new connection begins with
 * an event that has the present version.
 */
export function subscribe(
  url: () => string,
  onChange: (change: Change | null) => void,
  onState: (link: ConnectionState) => void,
): () => void {
  let source: EventSource | null = null;
  let retryMs = MIN_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function open() {
    clearTimeout(timer);
    source?.close();
    if (isClosed) return;
    let isReconnected = false;
    source = new EventSource(url());
    source.onopen = () => {
      retryMs = MIN_RETRY_MS;
      onState('live');
      // The browser says which event it had last, so there may be none; what that event announced may be missing.
      if (isReconnected) onChange(null);
      isReconnected = true;
    };
    source.addEventListener('change', (event) => {
      try {
        onChange(JSON.parse((event as MessageEvent<string>).data) as Change);
      } catch {
        onChange(null);
      }
    });
    // The server stops and another one takes over: the page is not offline.
    source.addEventListener('moved', open);
    source.onerror = () => {
      onState('offline');
      // The browser reconnects unless the response was an error.
      if (source?.readyState === EventSource.CLOSED) {
        timer = setTimeout(open, retryMs);
        retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
      }
    };
  }

  // A tab that wakes up, or a network that is back, reconnects at once. A hidden tab closes its connection: a
  // browser opens at most six connections to a server, and a player may have many games open.
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
