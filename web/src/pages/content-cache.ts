// Caches the board and the sample game: one request per language. What lessons need is in learn-cache.ts.

import { boardMapOf, type BoardMap } from '../board/board-map';
import { api } from '../lib/api';
import { i18n } from '../lib/i18n.svelte';
import { palette } from '../lib/palette.svelte';

const cache = new Map<string, Promise<unknown>>();

export function cachedPerLanguage<T>(name: string, load: () => Promise<T>): Promise<T> {
  const key = `${i18n.language} ${name}`;
  const cached = cache.get(key) as Promise<T> | undefined;
  if (cached) return cached;
  const request = load();
  cache.set(key, request);
  // A failed request is not cached.
  request.catch(() => cache.delete(key));
  return request;
}

export const contentCache = {
  boardMap: (variant = 'standard'): Promise<BoardMap> =>
    cachedPerLanguage(`boardMap ${variant}`, async () => {
      palette.use(variant);
      return boardMapOf(await api.board(variant));
    }),
  sampleGame: () => cachedPerLanguage('sample', api.sampleGame),
};
