// Starts the service worker, which caches the files of the app: the app then opens without a connection. It also
// shows pushed notifications; a click on one goes to its game and tab.

import { router } from './router.svelte';

export async function startOfflineCache(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    navigator.serviceWorker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ open?: unknown } | null>) => {
        if (typeof data?.open === 'string') router.go(data.open);
      },
    );
    const isFirstVisit = navigator.serviceWorker.controller === null;
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    // On the first visit the page loads before the worker runs; later visits go through the worker.
    if (isFirstVisit)
      active?.postMessage({
        keep: loadedAssets(
          performance.getEntriesByType('resource').map((entry) => entry.name),
          location.origin,
        ),
      });
  } catch {
    // The game works without the worker.
  }
}

/** The paths of our own built files among all loaded addresses. */
export function loadedAssets(addresses: string[], origin: string): string[] {
  const paths = addresses
    .filter((address) => address.startsWith(`${origin}/assets/`))
    .map((address) => new URL(address).pathname);
  return [...new Set(paths)];
}
