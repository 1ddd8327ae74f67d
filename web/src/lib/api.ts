// The program's API, one function per question. Routes and shapes come from wire.ts.

import { address, ask, askSurely, refusedLines } from './ask';
import type { CardState, CommandBody, Done, NewGame, NewName, OrdersBody, ReadBody, Report, ShunBody, SignIn } from './wire';

export { Refused, sentence } from './ask';

export const api = {
  me: () => ask('GET /api/me'),
  name: (body: NewName) => ask('POST /api/me', { body }),
  forget: () => ask('DELETE /api/me'),
  recovery: () => ask('POST /api/me/recovery'),
  link: () => ask('POST /api/me/link'),
  passphrase: (passphrase: string) => ask('PUT /api/me/passphrase', { body: { passphrase } }),
  signIn: (body: SignIn) => ask('POST /api/me/sign-in', { body }),
  signOut: () => ask('POST /api/me/sign-out'),
  tokens: () => ask('GET /api/me/tokens'),
  newToken: (label: string) => ask('POST /api/me/tokens', { body: { label } }),
  endToken: (token: string) => ask('DELETE /api/me/tokens/{token}', { path: { token } }),
  myGames: () => ask('GET /api/me/games'),

  presets: () => ask('GET /api/presets'),
  games: (state: CardState, after?: string) => ask('GET /api/games', { query: { state, after } }),
  newGame: (body: NewGame) => askSurely('POST /api/games', { body }),

  game: (id: string) => ask('GET /api/games/{id}', { path: { id } }),
  command: (id: string, body: CommandBody) => askSurely('POST /api/games/{id}/commands', { path: { id }, body }),
  orders: async (id: string, body: OrdersBody): Promise<Done> => {
    const done = await askSurely('POST /api/games/{id}/orders', { path: { id }, body });
    if (!done.taken) throw refusedLines(done);
    return done;
  },
  read: (id: string, body: ReadBody) => ask('POST /api/games/{id}/read', { path: { id }, body }),
  options: (id: string) => ask('GET /api/games/{id}/options', { path: { id } }),
  route: (id: string, from: string, to: string) => ask('GET /api/games/{id}/route', { path: { id }, query: { from, to } }),
  records: (id: string) => ask('GET /api/games/{id}/records', { path: { id } }),
  record: (id: string, number: number) => ask('GET /api/games/{id}/records/{number}', { path: { id, number } }),
  messages: (id: string, after: number) => ask('GET /api/games/{id}/messages', { path: { id }, query: { after } }),
  shun: (id: string, seat: number, body: ShunBody) =>
    ask('PUT /api/games/{id}/seats/{number}/shun', { path: { id, number: seat }, body }),
  report: (id: string, body: Report) => ask('POST /api/games/{id}/reports', { path: { id }, body }),

  board: (variant: string) => ask('GET /api/board', { query: { variant } }),
  rules: () => ask('GET /api/rules'),
  rule: (number: number) => ask('GET /api/learn/rules/{number}', { path: { number } }),
  sample: () => ask('GET /api/learn/sample'),

  // Addresses to link to.
  events: (id: string) => address('GET /api/games/{id}/events', { path: { id } }),
  svg: (id: string) => address('GET /api/games/{id}/picture.svg', { path: { id } }),
  png: (id: string, width: number) => address('GET /api/games/{id}/picture.png', { path: { id }, query: { width } }),
  reportText: (id: string, record: number) => address('GET /api/games/{id}/report.txt', { path: { id }, query: { record } }),
  exported: (id: string, form: 'python' | 'log') => address(`GET /api/games/{id}/export/${form}`, { path: { id } }),
};
