// What happens after a sign-in on this device.

import { i18n, LANGUAGES } from '../../lib/i18n.svelte';
import { session } from '../../lib/session.svelte';
import { readStorage } from '../../lib/storage';
import type { Me } from '../../lib/wire';

/** Sets the session. The person's language is used, unless one was chosen on this device. */
export async function applySignIn(me: Me): Promise<void> {
  session.user = me;
  session.isLoaded = true;
  const language = LANGUAGES.find((known) => known === me.language);
  if (language && language !== i18n.language && readStorage('detente:language') === null)
    await i18n.setLanguage(language);
}
