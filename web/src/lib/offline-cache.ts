// The app opens without a connection too: a worker keeps the files that it is made of.

export async function startOfflineCache(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const isFirstVisit = navigator.serviceWorker.controller === null;
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    // On the first visit the page was here before the worker; later ones come through it.
    if (isFirstVisit) active?.postMessage({ keep: loadedAssets(performance.getEntriesByType('resource').map((entry) => entry.name), location.origin) });
  } catch {
    // A browser that does not allow it plays all the same.
  }
}

/** The paths of our own built files among all that was loaded. */
export function loadedAssets(addresses: string[], origin: string): string[] {
  const paths = addresses.filter((address) => address.startsWith(`${origin}/assets/`)).map((address) => new URL(address).pathname);
  return [...new Set(paths)];
}
