// What the parts of a game page share, so that it is not handed down through every component.

import { createContext } from 'svelte';

import type { BoardMap } from '../board/board-map';
import type { GameView } from '../lib/wire';
import type { LiveGame } from './live-game.svelte';
import type { Replay } from './replay.svelte';

export type GameContext = {
  readonly game: LiveGame;
  readonly view: GameView;
  readonly boardMap: BoardMap;
  readonly replay: Replay;
  /** The power that the map points out. */
  readonly shownPower: string | null;
  readonly showPower: (power: string | null) => void;
  /** Opens the talk with a power. */
  readonly talkTo: (power: string) => void;
  /** A panel is beside the map. */
  readonly isWide: boolean;
  /** What lies over the lower edge of a phone's map, in pixels: the bar or the results, and the guide on top of it. */
  readonly overlays: { below: number; guide: number };
};

export const [useGame, provideGame] = createContext<GameContext>();
