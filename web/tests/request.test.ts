// URLs of the API's routes, and the types of requests.

import { describe, expect, it } from 'vitest';

import { i18n } from '../src/lib/i18n.svelte';
import { ApiError, isServerUnable, request, routeUrl } from '../src/lib/request';

describe('the URL of a route', () => {
  const language = `language=${i18n.language}`;
  it('has its parameters filled in and escaped', () => {
    expect(routeUrl('GET /api/games/{id}/records/{number}', { path: { id: 'a/b?c', number: 0 } })).toBe(
      `/api/games/a%2Fb%3Fc/records/0?${language}`,
    );
    expect(
      routeUrl('GET /api/games/{id}/route', { path: { id: 'x' }, query: { from: 'stp/sc', to: 'a&b' } }),
    ).toBe(`/api/games/x/route?from=stp%2Fsc&to=a%26b&${language}`);
  });
  it('leaves out missing query parameters', () => {
    expect(routeUrl('GET /api/games')).toBe(`/api/games?${language}`);
    expect(routeUrl('GET /api/games', { query: { state: 'over', after: undefined } })).toBe(
      `/api/games?state=over&${language}`,
    );
  });
});

describe('a server that cannot do it now', () => {
  it('is asked again only if that can help', () => {
    expect(
      [503, 507, 0, 409, 422, 500].filter((status) => isServerUnable(new ApiError('x', 'x', status))),
    ).toEqual([503, 507]);
    expect(isServerUnable(new Error())).toBe(false);
  });
});

/** Never called: `npm run check` fails if one of these is no type error. */
export const typeErrors = [
  // @ts-expect-error There is no such route.
  () => request('GET /api/mee'),
  // @ts-expect-error This one takes no body.
  () => request('GET /api/me', { body: {} }),
  // @ts-expect-error The body belongs to another route.
  () => request('POST /api/me', { body: { text: 'Ann' } }),
  // @ts-expect-error A part of the path is missing.
  () => request('GET /api/games/{id}', { path: {} }),
  // @ts-expect-error Events are not JSON.
  () => request('GET /api/games/{id}/events', { path: { id: 'x' } }),
];
