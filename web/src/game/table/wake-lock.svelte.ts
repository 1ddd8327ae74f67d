// Keeps the screen of this device on while it matters. On plain http of a local network browsers give no wake lock:
// then the page says how to keep the screen on.

type WakeState = 'off' | 'on' | 'missing';

class WakeLock {
  /** `missing`: this browser cannot do it here. */
  state: WakeState = $state('off');
  #sentinel: WakeLockSentinel | null = null;
  #isWanted = false;

  /** Keeps the screen on until what it returns is called. */
  keep(): () => void {
    this.#isWanted = true;
    const wake = () => void this.#request();
    document.addEventListener('visibilitychange', wake);
    wake();
    return () => {
      this.#isWanted = false;
      document.removeEventListener('visibilitychange', wake);
      void this.#sentinel?.release().catch(() => undefined);
      this.#sentinel = null;
      this.state = 'off';
    };
  }

  /** A device that sleeps takes the lock away, so it is asked for again after each sleep. */
  async #request(): Promise<void> {
    if (!('wakeLock' in navigator)) {
      this.state = 'missing';
      return;
    }
    if (document.visibilityState === 'hidden') return;
    try {
      const sentinel = await navigator.wakeLock.request('screen');
      if (!this.#isWanted) return void sentinel.release();
      this.#sentinel = sentinel;
      this.state = 'on';
    } catch {
      // An empty battery, for example.
      this.state = 'missing';
    }
  }
}

export const wakeLock = new WakeLock();
