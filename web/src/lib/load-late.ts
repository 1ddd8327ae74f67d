// Parts of a page that are loaded after it. Without a network they are tried again until it is back.

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;

/** Never fails: what cannot be loaded now is loaded later. */
export async function loadLate<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(MAX_WAIT_MS, waitMs * 2)) {
    try {
      const module = await load();
      await reloadFailedStyles();
      return module;
    } catch {
      await onlineOrAfter(waitMs);
    }
  }
}

function onlineOrAfter(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, waitMs);
    addEventListener('online', done);
  });
}

/** The loader of modules asks for a style sheet only once: one that failed is asked for again here. */
async function reloadFailedStyles(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    (link) => link.sheet === null,
  );
  await Promise.all(failed.map(reloadStyle));
}

function reloadStyle(failed: HTMLLinkElement): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = failed.href;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`no style sheet ${link.href}`));
    failed.replaceWith(link);
  });
}
