// What the game master has announced: the big screen shows it for a while.

import type { MessageView } from '../lib/wire';

const SHOWN_SECONDS = 120;

export function newestAnnouncement(messages: readonly MessageView[], now: number): string | null {
  const last = messages.findLast((message) => message.from === 'master' && message.to === 'everybody');
  return last && now - last.at < SHOWN_SECONDS ? last.text : null;
}
