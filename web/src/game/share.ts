// Passes the link of a game on: by the device's own menu, else by the clipboard.

import { t } from '../lib/i18n.svelte';
import type { GameView } from '../lib/wire';

/** What to show the reader afterwards; the link itself, if neither way is allowed. */
export async function shareGame(view: GameView, text?: string): Promise<string> {
  try {
    if (navigator.share) {
      await navigator.share({ title: view.settings.title, text, url: view.url });
      return '';
    }
    await navigator.clipboard.writeText(text === undefined ? view.url : `${text} ${view.url}`);
    return t('gather.copied');
  } catch {
    return view.url;
  }
}
