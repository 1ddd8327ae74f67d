// How far the clock of this device is off. Round one table all clocks must show the same, so it is measured to a
// few milliseconds, from the time that an answer of the server takes.

import { api } from './api';

/** One question: when it was sent and when its answer came by this device's clock, and the server's clock, in ms. */
export type ClockSample = { sent: number; received: number; server: number };

const SAMPLES = 5;
const PAUSE_MS = 120;
const REPEAT_MS = 60_000;

/**
 * The server's clock minus this device's, in milliseconds. The answer that came fastest is the most exact: at most
 * half of its time is unknown.
 */
export function offsetOf(samples: readonly ClockSample[]): number | null {
  const fastest = [...samples].sort((a, b) => a.received - a.sent - (b.received - b.sent))[0];
  return fastest ? fastest.server - (fastest.sent + fastest.received) / 2 : null;
}

export async function measureOffset(): Promise<number | null> {
  const samples: ClockSample[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    // How long it takes does not depend on the clock of the device, which somebody may set meanwhile.
    const [sent, start] = [Date.now(), performance.now()];
    const answer = await api.clock().catch(() => null);
    if (answer) samples.push({ sent, received: sent + performance.now() - start, server: answer.now_ms });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return offsetOf(samples);
}

/** Measures now, every minute, and after a sleep, in which a clock may have been set. Ends with what it returns. */
export function followServerClock(onOffset: (milliseconds: number) => void): () => void {
  let isEnded = false;
  async function measure() {
    if (document.visibilityState === 'hidden') return;
    const offset = await measureOffset();
    if (offset !== null && !isEnded) onOffset(offset);
  }
  const wake = () => void measure();
  const timer = setInterval(wake, REPEAT_MS);
  document.addEventListener('visibilitychange', wake);
  wake();
  return () => {
    isEnded = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', wake);
  };
}
