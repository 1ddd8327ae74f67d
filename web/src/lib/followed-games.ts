// Games that the reader follows without playing, kept on this device. Pure.

/** Where this device keeps them. */
export const FOLLOWED_KEY = 'detente:followed-games';
export const MAX_FOLLOWED = 20;

export type FollowedGame = { id: string; title: string };

/** What was kept; what cannot be read is left out. */
export function readFollowed(kept: string | null): FollowedGame[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(list) ? list.filter(isFollowed).slice(0, MAX_FOLLOWED) : [];
  } catch {
    return [];
  }
}

function isFollowed(value: unknown): value is FollowedGame {
  if (typeof value !== 'object' || value === null) return false;
  const one = value as Partial<FollowedGame>;
  return typeof one.id === 'string' && typeof one.title === 'string';
}

export const isFollowing = (games: readonly FollowedGame[], id: string): boolean =>
  games.some((game) => game.id === id);

/** The newest first. More than the most drop the oldest. */
export const follow = (games: readonly FollowedGame[], { id, title }: FollowedGame): FollowedGame[] =>
  [{ id, title }, ...unfollow(games, id)].slice(0, MAX_FOLLOWED);

export const unfollow = (games: readonly FollowedGame[], id: string): FollowedGame[] =>
  games.filter((game) => game.id !== id);
