// The same game once more.

import { expect, it } from 'vitest';

import { newGameLike } from '../src/game/play-again';
import type { GameView } from '../src/lib/wire';

it('has the same settings, bots and game master, without stand-ins', () => {
  const view = {
    id: 'before',
    variant: 'standard',
    viewer: { kind: 'seat' },
    settings: { title: 'Friday', players: 3, master: { sight: 'blind' } },
    seats: [
      { occupant: { is: 'person', name: 'Ada' } },
      { occupant: { is: 'bot', bot: 'strong', stands_in: false } },
      { occupant: { is: 'bot', bot: 'novice', stands_in: true } },
    ],
  } as unknown as GameView;
  expect(newGameLike(view)).toMatchObject({
    settings: { title: 'Friday', players: 3, master: { sight: 'blind' } },
    after: 'before',
    bots: ['strong'],
    join: true,
    variant: 'standard',
  });
  // The game master does not take a seat.
  expect(newGameLike({ ...view, viewer: { kind: 'master' } } as GameView).join).toBe(false);
});
