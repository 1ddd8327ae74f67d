// Somebody has come back on this device.

import { i18n, LANGUAGES, recall } from '../../lib/i18n.svelte';
import { self } from '../../lib/me.svelte';
import type { Me } from '../../lib/wire';

/** Their language counts, unless one was chosen on this device. */
export async function welcome(me: Me): Promise<void> {
  self.who = me;
  self.known = true;
  const language = LANGUAGES.find((known) => known === me.language);
  if (language && language !== i18n.language && recall('detente:language') === null) await i18n.use(language);
}
