// One request to the program, and what can go wrong with it.

import { i18n, t } from './i18n.svelte';
import { reach } from './reach.svelte';
import type { Done, Problem } from './wire';

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

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export async function ask<T>(method: Method, path: string, body?: unknown, key?: string): Promise<T> {
  const url = `/api${path}${path.includes('?') ? '&' : '?'}language=${i18n.language}`;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
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
  return content as T;
}

/** Orders of which nothing was taken, with the reason of the first line that was refused. */
export function refusedLines(done: Done): Refused {
  for (const line of done.lines) {
    if (line.result === 'refused') return new Refused(line.problem, line.message, 422);
  }
  return unexplained(422);
}

/** Once more with the same key, so that a command whose answer was lost counts once. */
export async function askSurely<T>(method: Method, path: string, body: unknown): Promise<T> {
  const key = newKey();
  try {
    return await ask<T>(method, path, body, key);
  } catch (error) {
    if (error instanceof Refused && error.status === 0) return ask<T>(method, path, body, key);
    throw error;
  }
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
