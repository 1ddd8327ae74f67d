// The person who uses this browser. A visitor gets an account by choosing a name; a cookie keeps the session.

import { api } from './api';
import { i18n } from './i18n.svelte';
import type { Me } from './wire';

class Session {
  user: Me | null = $state.raw(null);
  /** Whether the server has answered. */
  isLoaded = $state(false);

  async load(): Promise<void> {
    try {
      this.user = await api.me();
    } catch {
      this.user = null;
    } finally {
      this.isLoaded = true;
    }
  }

  async setName(name: string): Promise<Me> {
    this.user = await api.setName({ name, language: i18n.language });
    return this.user;
  }
}

export const session = new Session();
