// The same game once more: same map, settings and bots. People get the link of the new game. A game master cannot
// be given to a game that somebody else makes.

import type { GameView, NewGame } from '../lib/wire';

export function newGameLike(view: GameView): NewGame {
  return {
    // The settings replace those of the preset.
    preset: 'bots',
    settings: { ...view.settings, master: null },
    variant: view.variant,
    players: view.settings.players,
    listed: false,
    join: true,
    // A bot that only stood in for somebody leaves the seat to people.
    bots: view.seats.flatMap(({ occupant }) =>
      occupant.is === 'bot' && !occupant.stands_in ? [occupant.bot] : [],
    ),
  };
}
