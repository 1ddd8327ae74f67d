// The same game once more: same map, settings, bots and game master. The other people see the new game on the page of
// the old one.

import type { GameView, NewGame } from '../lib/wire';

export function newGameLike(view: GameView): NewGame {
  return {
    // The settings replace those of the preset.
    preset: 'bots',
    settings: view.settings,
    variant: view.variant,
    players: view.settings.players,
    listed: false,
    // The game master does not play.
    join: view.viewer.kind === 'seat',
    after: view.id,
    // A bot that only stood in for somebody leaves the seat to people.
    bots: view.seats.flatMap(({ occupant }) =>
      occupant.is === 'bot' && !occupant.stands_in ? [occupant.bot] : [],
    ),
  };
}
