// The program's API, one function per question; what only lessons ask is in learn-api.ts. Routes come from
// routes.ts, shapes from wire.ts.

import {
  rejectedOrdersError,
  request,
  requestText,
  requestWithRetry,
  routeUrl,
  type Reader,
} from './request';
import type { Routes } from './routes';
import type {
  AdminAction,
  AdviceBody,
  GameStateKey,
  CommandBody,
  CommandResult,
  NewGame,
  NewName,
  NewToken,
  OrdersBody,
  ReadBody,
  Report,
  RestrictionBody,
  SignIn,
} from './wire';

export { ApiError, describeError, isServerUnable, type Reader } from './request';

type PictureQuery = Routes['GET /api/games/{id}/picture.png']['query'];
type GamesQuery = Routes['GET /api/games']['query'];
type FilmQuery = Routes['GET /api/games/{id}/film.gif']['query'];

const reading = (as: Reader) => (as === undefined ? {} : { as });

export const api = {
  me: () => request('GET /api/me'),
  setName: (body: NewName) => request('POST /api/me', { body }),
  /** A second person in this browser, who is the caller from now on. */
  addSecondPerson: (body: NewName) => request('POST /api/me/second', { body }),
  switchPerson: () => request('POST /api/me/switch'),
  deleteMe: () => request('DELETE /api/me'),
  newRecoveryCode: () => request('POST /api/me/recovery'),
  newSignInLink: () => request('POST /api/me/link'),
  setPassphrase: (passphrase: string) => request('PUT /api/me/passphrase', { body: { passphrase } }),
  signIn: (body: SignIn) => request('POST /api/me/sign-in', { body }),
  signOut: () => request('POST /api/me/sign-out'),
  signOutEverywhere: () => request('POST /api/me/sign-out-everywhere'),
  notices: () => request('GET /api/me/notices'),
  deleteNotice: (number: number) => request('DELETE /api/me/notices/{number}', { path: { number } }),
  tokens: () => request('GET /api/me/tokens'),
  newToken: (body: NewToken) => request('POST /api/me/tokens', { body }),
  revokeToken: (token: string) => request('DELETE /api/me/tokens/{token}', { path: { token } }),
  myGames: () => request('GET /api/me/games'),

  presets: () => request('GET /api/presets'),
  games: (state: GameStateKey, query: Omit<GamesQuery, 'state'> = {}) =>
    request('GET /api/games', { query: { state, ...query } }),
  newGame: (body: NewGame) => requestWithRetry('POST /api/games', { body }),

  game: (id: string, as?: Reader) => request('GET /api/games/{id}', { path: { id }, ...reading(as) }),
  sendCommand: (id: string, body: CommandBody) =>
    requestWithRetry('POST /api/games/{id}/commands', { path: { id }, body }),
  sendOrders: async (id: string, body: OrdersBody): Promise<CommandResult> => {
    const done = await requestWithRetry('POST /api/games/{id}/orders', { path: { id }, body });
    if (!done.taken) throw rejectedOrdersError(done);
    return done;
  },
  readOrders: (id: string, body: ReadBody) => request('POST /api/games/{id}/read', { path: { id }, body }),
  options: (id: string) => request('GET /api/games/{id}/options', { path: { id } }),
  convoyRoute: (id: string, from: string, to: string) =>
    request('GET /api/games/{id}/route', { path: { id }, query: { from, to } }),
  records: (id: string, as?: Reader) =>
    request('GET /api/games/{id}/records', { path: { id }, ...reading(as) }),
  record: (id: string, number: number, as?: Reader) =>
    request('GET /api/games/{id}/records/{number}', { path: { id, number }, ...reading(as) }),
  pieceSteps: (id: string, number: number, as?: Reader) =>
    request('GET /api/games/{id}/records/{number}/pieces', { path: { id, number }, ...reading(as) }),
  preview: (id: string) => request('GET /api/games/{id}/preview', { path: { id } }),
  messages: (id: string, after: number, as?: Reader) =>
    request('GET /api/games/{id}/messages', { path: { id }, query: { after }, ...reading(as) }),
  setRestriction: (id: string, seat: number, body: RestrictionBody) =>
    request('PUT /api/games/{id}/seats/{number}/shun', { path: { id, number: seat }, body }),
  report: (id: string, body: Report) => request('POST /api/games/{id}/reports', { path: { id }, body }),

  reports: (after: number) => request('GET /api/admin/reports', { query: { after } }),
  audit: (after: number) => request('GET /api/admin/audit', { query: { after } }),
  adminAction: (action: AdminAction, reason: string) =>
    request('POST /api/admin/actions', { body: { action, reason } }),

  hostTexts: () => request('GET /api/host'),
  imprint: () => requestText('GET /api/host/imprint'),
  privacy: () => requestText('GET /api/host/privacy'),

  advice: (body: AdviceBody) => request('POST /api/advice', { body }),

  board: (variant: string) => request('GET /api/board', { query: { variant } }),
  sampleGame: () => request('GET /api/learn/sample'),

  table: (code: string) => request('GET /api/tables/{code}', { path: { code } }),
  reach: () => request('GET /api/reach'),
  clock: () => request('GET /api/clock'),

  /** The SVG of a QR code. */
  qrCode: (text: string) => requestText('POST /api/qr.svg', { body: { text } }),

  // URLs for links.
  myDataUrl: () => routeUrl('GET /api/me/data'),
  eventsUrl: (id: string, as?: Reader) =>
    routeUrl('GET /api/games/{id}/events', { path: { id }, ...reading(as) }),
  svgUrl: (id: string, query: PictureQuery) =>
    routeUrl('GET /api/games/{id}/picture.svg', { path: { id }, query }),
  pngUrl: (id: string, query: PictureQuery) =>
    routeUrl('GET /api/games/{id}/picture.png', { path: { id }, query }),
  filmUrl: (id: string, format: 'gif' | 'apng' | 'html', query: FilmQuery) =>
    routeUrl(`GET /api/games/{id}/film.${format}`, { path: { id }, query }),
  reportTextUrl: (id: string, record: number) =>
    routeUrl('GET /api/games/{id}/report.txt', { path: { id }, query: { record } }),
  exportUrl: (id: string, format: 'python' | 'log') =>
    routeUrl(`GET /api/games/{id}/export/${format}`, { path: { id } }),
};
