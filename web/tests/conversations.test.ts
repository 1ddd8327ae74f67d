import { expect, test } from 'vitest';

import {
  conversationOf,
  conversations,
  conversationSeats,
  EVERYBODY,
  isWithMaster,
  masterConversation,
} from '../src/game/conversations';
import type { MessageView } from '../src/lib/wire';

const message = (number: number, from: MessageView['from'], to: MessageView['to']): MessageView => ({
  number,
  at: 0,
  phase: 'S1901M',
  from,
  to,
  text: '',
  muted: false,
  removed: false,
});

test('the game master and a player have one conversation, whoever writes', () => {
  const key = masterConversation([3]);
  expect(conversationOf(message(1, { seat: 3 }, { seats_and_master: [3] }))).toBe(key);
  expect(conversationOf(message(2, 'master', { seats_and_master: [3] }))).toBe(key);
  // As older games have it.
  expect(conversationOf(message(3, 'master', { circle: [3] }))).toBe(key);
  expect(isWithMaster(key)).toBe(true);
  expect(conversationSeats(key)).toEqual([3]);
});

test('a conversation of players is not one with the game master', () => {
  const key = conversationOf(message(1, { seat: 3 }, { circle: [5, 3] }));
  expect(isWithMaster(key)).toBe(false);
  expect(conversationSeats(key)).toEqual([3, 5]);
  expect([...conversations([message(1, { seat: 3 }, { circle: [3, 5] })]).keys()]).toEqual([EVERYBODY, key]);
});
