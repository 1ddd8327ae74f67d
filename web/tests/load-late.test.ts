// Parts of a page that are loaded late, without a network at first.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { loadLate } from '../src/lib/load-late';

type Listener = () => void;
const listeners = new Set<Listener>();
/** Style sheets of the page: a failed one has no sheet. */
let links: { href: string; sheet: object | null; replaceWith: (other: Link) => void }[] = [];
type Link = { rel: string; href: string; onload: Listener; onerror: Listener };
let canLoadStyles = true;

beforeEach(() => {
  vi.useFakeTimers();
  listeners.clear();
  links = [];
  canLoadStyles = true;
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => listeners.add(listener));
  vi.stubGlobal('removeEventListener', (_: string, listener: Listener) => listeners.delete(listener));
  vi.stubGlobal('document', {
    querySelectorAll: () => links,
    createElement: () => ({}),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fails some times, then gives the module. */
function failing(times: number) {
  let calls = 0;
  return vi.fn(async () => {
    calls += 1;
    if (calls <= times) throw new Error('offline');
    return 'module';
  });
}

function failedStyle(href: string) {
  const place = {
    href,
    sheet: null as object | null,
    replaceWith: (other: Link) => {
      if (canLoadStyles) links = [{ href: other.href, sheet: {}, replaceWith: () => undefined }];
      queueMicrotask(canLoadStyles ? other.onload : other.onerror);
    },
  };
  return place;
}

describe('a part that is loaded late', () => {
  it('is there at once if the network is', async () => {
    const load = failing(0);
    await expect(loadLate(load)).resolves.toBe('module');
    expect(load).toHaveBeenCalledTimes(1);
  });
  it('is tried again after longer and longer waits', async () => {
    const load = failing(3);
    const loaded = loadLate(load);
    await vi.advanceTimersByTimeAsync(999);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(load).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(4000);
    await expect(loaded).resolves.toBe('module');
    expect(listeners.size).toBe(0);
  });
  it('comes at once when the network is back', async () => {
    const load = failing(1);
    const loaded = loadLate(load);
    await vi.advanceTimersByTimeAsync(10);
    for (const listener of [...listeners]) listener();
    await expect(loaded).resolves.toBe('module');
    expect(vi.getTimerCount()).toBe(0);
  });
  it('has its style sheet, also if only that one failed', async () => {
    links = [failedStyle('/assets/part.css')];
    canLoadStyles = false;
    const loaded = loadLate(failing(0));
    await vi.advanceTimersByTimeAsync(10);
    expect(links[0]?.sheet).toBe(null);
    canLoadStyles = true;
    await vi.advanceTimersByTimeAsync(1000);
    await expect(loaded).resolves.toBe('module');
    expect(links[0]?.sheet).not.toBe(null);
  });
});
