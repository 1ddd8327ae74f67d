// Which games wait for this person: for the title and the icon of the tab, and a sound if those are on. A hidden
// tab closes its stream of events, so it asks for the list once a minute.

import { untrack } from 'svelte';

import { api } from './api';
import { newlyOwed, waitingGames, type OpenGame } from './owed-games';
import { session } from './session.svelte';
import { soundSettings } from './sound-settings.svelte';
import type { GameSummary } from './wire';

const POLL_MS = 60_000;
/** The icon waits: it is another file, and the first order needs none. */
const ICON_AFTER_MS = 2000;

class Attention {
  #games: GameSummary[] = $state.raw([]);
  /** The game that is open, which knows best whether it waits. */
  #open: OpenGame | null = $state.raw(null);
  /** How many games wait for this person. */
  count = $derived(waitingGames(this.#games, this.#open));

  /** Call it once. */
  start(): void {
    setInterval(() => void this.#poll(), POLL_MS);
    $effect.root(() => {
      $effect(() => {
        const isOwed = this.count > 0;
        const timer = setTimeout(() => showOnIcon(isOwed), ICON_AFTER_MS);
        return () => clearTimeout(timer);
      });
    });
  }

  /** The list of own games was loaded. */
  update(games: GameSummary[]): void {
    // Effects of pages call this. They must not run again because of what it changes.
    const [before, open] = untrack(() => [this.#games, this.#open] as const);
    const shown = open && document.visibilityState === 'visible' ? open.id : null;
    const isNew = newlyOwed(before, games).some((id) => id !== shown);
    // The first list says nothing new.
    if (before.length > 0 && isNew) untrack(() => soundSettings.play('turn'));
    this.#games = games.filter((game) => game.state !== 'over');
  }

  /** A game is open, and whether it waits. Null when it is left. */
  setOpenGame(game: OpenGame | null): void {
    const open = untrack(() => this.#open);
    if (game?.id !== open?.id || game?.isOwed !== open?.isOwed) this.#open = game;
  }

  async #poll(): Promise<void> {
    const isIdle = this.#games.length === 0 && this.#open === null;
    if (session.user === null || isIdle || !navigator.onLine) return;
    const list = await api.myGames().catch(() => null);
    if (list === null) return;
    // The stream of a visible game is faster than the list.
    if (document.visibilityState === 'hidden') this.#open = null;
    this.update(list.games);
  }
}

function showOnIcon(isOwed: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const href = isOwed ? '/icon-owed.svg' : '/icon.svg';
  if (icon && icon.getAttribute('href') !== href) icon.href = href;
}

export const attention = new Attention();
