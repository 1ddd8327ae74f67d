// Which page belongs to an address.

import { expect, it } from 'vitest';

import { routeOf } from '../src/lib/router.svelte';
import addresses from './page-addresses.json';

it.each([
  ['/', { page: 'front' }],
  ['/games', { page: 'games' }],
  ['/g/abc', { page: 'game', id: 'abc' }],
  ['/in/x%2Fy', { page: 'sign-in-link', token: 'x/y' }],
  ['/me/notifications', { page: 'notifications' }],
  ['/learn/rules/22', { page: 'rule', number: 22 }],
  ['/learn/rules/23', { page: 'not-found' }],
  ['/learn/lessons/convoys', { page: 'lesson', key: 'convoys' }],
  ['/learn/sample/', { page: 'sample' }],
  ['/g', { page: 'not-found' }],
  ['/%', { page: 'not-found' }],
])('%s', (path, route) => expect(routeOf(path)).toEqual(route));

// The server has the same list: it answers 404 where no page is.
it.each(addresses.pages)('%s is a page', (path) => expect(routeOf(path).page).not.toBe('not-found'));
it.each(addresses.not_found)('%s is no page', (path) => expect(routeOf(path).page).toBe('not-found'));
