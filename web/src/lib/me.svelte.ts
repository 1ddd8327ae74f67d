// Who is looking. A visitor becomes somebody by picking a name; the cookie does the rest.

import { api } from './api';
import { i18n } from './i18n.svelte';
import type { Me } from './wire';

class Self {
  who: Me | null = $state.raw(null);
  /** Whether the server has been asked. */
  known = $state(false);

  async start(): Promise<void> {
    try {
      this.who = await api.me();
    } catch {
      this.who = null;
    } finally {
      this.known = true;
    }
  }

  async name(name: string): Promise<Me> {
    this.who = await api.name({ name, language: i18n.language });
    return this.who;
  }
}

export const self = new Self();
