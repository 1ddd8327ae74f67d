// One request to the program, and what can go wrong with it.

import { i18n, t } from './i18n.svelte';
import { reach } from './reach.svelte';
import type { Done, Problem, Routes } from './wire';

/** Something that could not be done, with a sentence for the reader. Nothing has changed then. */
export class Refused extends Error {
  constructor(
    /** `offline` and `broken` are ours; everything else is the server's. */
    readonly id: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The routes that answer with JSON. */
type Asked = { [R in keyof Routes]: Routes[R] extends { answer: unknown } ? R : never }[keyof Routes];
type Answer<R extends Asked> = Routes[R] extends { answer: infer A } ? A : never;
/** What a route needs: parts of its path, what stands behind the question mark, a body. */
type Needs<R extends keyof Routes> = Omit<Routes[R], 'answer'>;
type Given<R extends keyof Routes> = keyof Needs<R> extends never ? [] : Record<never, never> extends Needs<R> ? [given?: Needs<R>] : [given: Needs<R>];
/** The same without its types. */
type Loose = { path?: Record<string, string | number>; query?: Record<string, string | number | undefined>; body?: unknown };

/** Where a route is, for a link or a request, in the reader's language. */
export function address<R extends keyof Routes>(route: R, ...[given]: Given<R>): string {
  return write(route, given ?? {});
}

export function ask<R extends Asked>(route: R, ...[given]: Given<R>): Promise<Answer<R>> {
  return send(route, given ?? {}) as Promise<Answer<R>>;
}

/** Once more with the same key, so that a command whose answer was lost counts once. */
export async function askSurely<R extends Asked>(route: R, ...[given]: Given<R>): Promise<Answer<R>> {
  const key = newKey();
  try {
    return (await send(route, given ?? {}, key)) as Answer<R>;
  } catch (error) {
    if (error instanceof Refused && error.status === 0) return (await send(route, given ?? {}, key)) as Answer<R>;
    throw error;
  }
}

function write(route: string, { path = {}, query = {} }: Loose): string {
  const url = route.slice(route.indexOf(' ') + 1).replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(path[part] ?? ''));
  const asked = Object.entries({ ...query, language: i18n.language }).filter(([, value]) => value !== undefined);
  return `${url}?${asked.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')}`;
}

async function send(route: string, given: Loose, key?: string): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (given.body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  let answer: Response;
  try {
    answer = await fetch(write(route, given), {
      method: route.slice(0, route.indexOf(' ')),
      headers,
      credentials: 'same-origin',
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    });
  } catch {
    reach.isLost = true;
    throw new Refused('offline', t('error.offline'), 0);
  }
  reach.isLost = false;
  const text = await answer.text().catch(() => '');
  let content: unknown;
  try {
    content = text === '' ? null : JSON.parse(text);
  } catch {
    content = undefined;
  }
  if (!answer.ok) throw isProblem(content) ? new Refused(content.id, content.message, answer.status) : unexplained(answer.status);
  if (content === undefined) throw unexplained(answer.status);
  return content;
}

/** Orders of which nothing was taken, with the reason of the first line that was refused. */
export function refusedLines(done: Done): Refused {
  for (const line of done.lines) {
    if (line.result === 'refused') return new Refused(line.problem, line.message, 422);
  }
  return unexplained(422);
}

function unexplained(status: number): Refused {
  if (status === 404) return new Refused('unknown', t('error.unknown'), status);
  if (status === 429) return new Refused('too_many', t('error.too_many'), status);
  return new Refused('broken', t('error.broken'), status);
}

function isProblem(content: unknown): content is Problem {
  return typeof content === 'object' && content !== null && 'id' in content && 'message' in content;
}

export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The sentence for any error. */
export function sentence(error: unknown): string {
  return error instanceof Refused ? error.message : t('error.broken');
}
