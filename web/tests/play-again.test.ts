// The same game once more.

import { expect, it } from 'vitest';

import { newGameLike } from '../src/game/play-again';
import type { GameView } from '../src/lib/wire';

it('has the same settings and bots, without stand-ins and without the game master', () => {
  const view = {
    variant: 'standard',
    settings: { title: 'Friday', players: 3, master: { sight: 'blind' } },
    seats: [
      { occupant: { is: 'person', name: 'Ada' } },
      { occupant: { is: 'bot', bot: 'strong', stands_in: false } },
      { occupant: { is: 'bot', bot: 'novice', stands_in: true } },
    ],
  } as unknown as GameView;
  expect(newGameLike(view)).toMatchObject({
    settings: { title: 'Friday', players: 3, master: null },
    bots: ['strong'],
    join: true,
    variant: 'standard',
  });
});
