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

/** The copies of style sheets that did not come, by their links. All who wait for one wait for the same copy. */
const copies = new WeakMap<HTMLLinkElement, Promise<void>>();

/** The loader of modules asks for a style sheet only once: one that failed is asked for again here. */
async function reloadFailedStyles(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    (link) => link.sheet === null,
  );
  await Promise.all(missing.map((link) => copies.get(link) ?? copyStyle(link)));
}

/** The first link stays: it may only be slow, and then the loader of another part waits for it. */
function copyStyle(missing: HTMLLinkElement): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = missing.href;
  const loaded = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      copies.delete(missing);
      link.remove();
      reject(new Error(`no style sheet ${link.href}`));
    };
  });
  copies.set(missing, loaded);
  copies.set(link, loaded);
  missing.after(link);
  return loaded;
}
