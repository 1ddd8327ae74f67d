import { beforeEach, expect, test } from 'vitest';

import { conversationWith, EVERYBODY, withEachSeat } from '../src/game/conversations';
import { findMessages, pinsOf, TalkMemory } from '../src/game/talk-memory.svelte';
import { isUnread, lastReadOf } from '../src/game/unread.svelte';
import type { GameView, MessageView } from '../src/lib/wire';

const message = (number: number, from: number, to: number[] | null, text = ''): MessageView => ({
  number,
  at: 0,
  phase: 'S1901M',
  from: { seat: from },
  to: to === null ? 'everybody' : { circle: [...to, from] },
  text,
  muted: false,
  removed: false,
});

test('each conversation has its own unread messages', () => {
  const read = lastReadOf(JSON.stringify({ '0,1': 2 }));
  expect(isUnread(message(2, 1, [0]), read, 0)).toBe(false);
  expect(isUnread(message(1, 2, [0]), read, 0)).toBe(true);
  expect(isUnread(message(1, 2, null), read, 0)).toBe(true);
  expect(isUnread(message(3, 0, [1]), read, 0), 'one’s own').toBe(false);
});

test('what an older visit stored counts for all conversations', () => {
  const read = lastReadOf('5');
  expect(isUnread(message(5, 1, [0]), read, 0)).toBe(false);
  expect(isUnread(message(6, 1, null), read, 0)).toBe(true);
  for (const broken of ['', '{', 'null', '[]', '{"0,1":"x"}'])
    expect(isUnread(message(1, 1, [0]), lastReadOf(broken), 0), broken).toBe(true);
});

test('the search finds all words, whatever their accents and capitals', () => {
  const all = [message(1, 1, null, 'Vers l’Écosse ?'), message(2, 1, null, 'Munich, vers le nord')];
  const numbers = (query: string) => findMessages(all, query).map((one) => one.number);
  expect(numbers('ecosse')).toEqual([1]);
  expect(numbers('VERS')).toEqual([2, 1]);
  expect(numbers('nord munich')).toEqual([2]);
  expect(numbers('  ')).toEqual([]);
});

test('everybody who can be written to has a row', () => {
  const said = new Map([
    [EVERYBODY, []],
    ['0,2', [message(1, 2, [0])]],
  ]);
  expect([...withEachSeat(said, 0, [1, 2]).keys()]).toEqual([EVERYBODY, '0,2', '0,1']);
});

test('one writes to a power, not to oneself, to nobody or where talk is closed', () => {
  const seat = (seat: number, power: string, is: string) => ({ seat, powers: [power], occupant: { is } });
  const view = (open: boolean) =>
    ({
      viewer: { kind: 'seat', seat: 0 },
      talk: { private: open, public: true },
      seats: [seat(0, 'france', 'person'), seat(1, 'italy', 'bot'), seat(2, 'turkey', 'nobody')],
    }) as unknown as GameView;
  expect(conversationWith(view(true), 'italy')).toBe('0,1');
  expect(conversationWith(view(false), 'italy')).toBe(null);
  expect(conversationWith(view(true), 'france')).toBe(null);
  expect(conversationWith(view(true), 'turkey')).toBe(null);
  expect(conversationWith(view(true), 'austria')).toBe(null);
});

beforeEach(() => localStorage.clear());

test('notes and pins stay on the device, for each game', () => {
  const memory = new TalkMemory('a');
  memory.notes = 'Italy lies';
  memory.togglePin(message(4, 1, null));
  memory.togglePin(message(2, 1, null));
  const later = new TalkMemory('a');
  expect(later.notes).toBe('Italy lies');
  expect(later.pinned([message(2, 1, null), message(3, 1, null), message(4, 1, null)]).length).toBe(2);
  later.togglePin(message(2, 1, null));
  expect(new TalkMemory('a').isPinned(message(2, 1, null))).toBe(false);
  expect(new TalkMemory('b').notes).toBe('');
  expect(pinsOf('{"a":1}')).toEqual([]);
  expect(pinsOf('broken')).toEqual([]);
});
