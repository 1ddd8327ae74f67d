// Parts of a page that are loaded late, without a network at first.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { loadLate } from '../src/lib/load-late';

type Listener = () => void;
const listeners = new Set<Listener>();
/** A link to a style sheet. One that failed, or is not there yet, has no sheet. */
class Link {
  rel = '';
  href = '';
  sheet: object | null = null;
  onload: Listener = () => undefined;
  onerror: Listener = () => undefined;
  /** What the page asks the network for. */
  after(other: Link) {
    links.push(other);
    setTimeout(() => other.answer(), STYLE_MS);
  }
  remove() {
    links = links.filter((link) => link !== this);
  }
  answer() {
    // Nothing comes for a link that is no longer on the page.
    if (!links.includes(this)) return;
    if (canLoadStyles) this.sheet = {};
    (canLoadStyles ? this.onload : this.onerror)();
  }
}
const STYLE_MS = 5;
let links: Link[] = [];
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
    createElement: () => new Link(),
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

function styleWithoutSheet(href: string): Link {
  return Object.assign(new Link(), { rel: 'stylesheet', href });
}
const loadedStyles = () => links.filter((link) => link.sheet !== null).map((link) => link.href);

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
    links = [styleWithoutSheet('/assets/part.css')];
    canLoadStyles = false;
    const loaded = loadLate(failing(0));
    await vi.advanceTimersByTimeAsync(10);
    expect(loadedStyles()).toEqual([]);
    canLoadStyles = true;
    await vi.advanceTimersByTimeAsync(1000 + STYLE_MS);
    await expect(loaded).resolves.toBe('module');
    expect(loadedStyles()).toEqual(['/assets/part.css']);
  });
  it('does not wait for ever beside another part whose style sheet is slow', async () => {
    const slow = styleWithoutSheet('/assets/slow.css');
    links = [slow];
    let [isFirstThere, isSecondThere, isSlowThere] = [false, false, false];
    slow.onload = () => (isSlowThere = true);
    void loadLate(failing(0)).then(() => (isFirstThere = true));
    await vi.advanceTimersByTimeAsync(1);
    void loadLate(failing(0)).then(() => (isSecondThere = true));
    await vi.advanceTimersByTimeAsync(STYLE_MS);
    slow.answer();
    expect([isFirstThere, isSecondThere, isSlowThere]).toEqual([true, true, true]);
    expect(loadedStyles()).toEqual(['/assets/slow.css', '/assets/slow.css']);
  });
});
