// The program's API, one function a question. Shapes come from wire.ts.

import type { BoardAsset } from '../board/asset';
import { ask, askSurely, refusedLines } from './ask';
import { i18n } from './i18n.svelte';
import type {
  CardState,
  CommandBody,
  Done,
  GameList,
  GameView,
  Link,
  Me,
  Messages,
  NewGame,
  NewName,
  OptionsView,
  OrdersBody,
  Presets,
  ReadBody,
  ReadLine,
  RecordView,
  Records,
  RecoveryCode,
  Report,
  Route,
  ShunBody,
  SignIn,
  Token,
  Tokens,
} from './wire';

export { Refused, sentence } from './ask';

export type RuleText = { number: number; text: string };

const game = (id: string, rest = '') => `/games/${encodeURIComponent(id)}${rest}`;

export const api = {
  me: () => ask<Me | null>('GET', '/me'),
  name: (body: NewName) => ask<Me>('POST', '/me', body),
  forget: () => ask<null>('DELETE', '/me'),
  recovery: () => ask<RecoveryCode>('POST', '/me/recovery'),
  link: () => ask<Link>('POST', '/me/link'),
  passphrase: (passphrase: string) => ask<null>('PUT', '/me/passphrase', { passphrase }),
  signIn: (body: SignIn) => ask<Me>('POST', '/me/sign-in', body),
  signOut: () => ask<null>('POST', '/me/sign-out'),
  tokens: () => ask<Tokens>('GET', '/me/tokens'),
  newToken: (label: string) => ask<Token>('POST', '/me/tokens', { label }),
  endToken: (id: string) => ask<null>('DELETE', `/me/tokens/${encodeURIComponent(id)}`),
  myGames: () => ask<GameList>('GET', '/me/games'),

  presets: () => ask<Presets>('GET', '/presets'),
  games: (state: CardState, after?: string) =>
    ask<GameList>('GET', `/games?state=${state}${after === undefined ? '' : `&after=${encodeURIComponent(after)}`}`),
  newGame: (body: NewGame) => askSurely<GameView>('POST', '/games', body),

  game: (id: string) => ask<GameView>('GET', game(id)),
  command: (id: string, body: CommandBody) => askSurely<Done>('POST', game(id, '/commands'), body),
  orders: async (id: string, body: OrdersBody): Promise<Done> => {
    const done = await askSurely<Done>('POST', game(id, '/orders'), body);
    if (!done.taken) throw refusedLines(done);
    return done;
  },
  read: (id: string, body: ReadBody) => ask<{ lines: ReadLine[] }>('POST', game(id, '/read'), body),
  options: (id: string) => ask<OptionsView>('GET', game(id, '/options')),
  route: (id: string, from: string, to: string) =>
    ask<Route>('GET', game(id, `/route?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`)),
  records: (id: string) => ask<Records>('GET', game(id, '/records')),
  record: (id: string, number: number) => ask<RecordView>('GET', game(id, `/records/${number}`)),
  messages: (id: string, after: number) => ask<Messages>('GET', game(id, `/messages?after=${after}`)),
  shun: (id: string, seat: number, body: ShunBody) => ask<null>('PUT', game(id, `/seats/${seat}/shun`), body),
  report: (id: string, body: Report) => ask<null>('POST', game(id, '/reports'), body),

  board: () => ask<BoardAsset>('GET', '/board'),
  rules: () => ask<RuleText[]>('GET', '/rules'),

  // Addresses to link to.
  events: (id: string) => `/api${game(id, `/events?language=${i18n.language}`)}`,
  picture: (id: string, kind: 'svg' | 'png', rest = '') =>
    `/api${game(id, `/picture.${kind}?language=${i18n.language}${rest}`)}`,
  reportText: (id: string, record: number) => `/api${game(id, `/report.txt?record=${record}&language=${i18n.language}`)}`,
  exported: (id: string, form: 'python' | 'log') => `/api${game(id, `/export/${form}`)}`,
};
