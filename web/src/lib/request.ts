// One HTTP request to the server, and its errors.

import { i18n, t } from './i18n.svelte';
import { serverStatus } from './server-status.svelte';
import type { Routes } from './routes';
import type { CommandResult, Problem } from './wire';

/** A request that failed, with a sentence for the reader. */
export class ApiError extends Error {
  constructor(
    /** `offline`, `broken`, `unknown` and `too_many` come from this file; all other ids come from the server. */
    readonly id: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The routes that return JSON. */
type JsonRoute = { [R in keyof Routes]: Routes[R] extends { answer: unknown } ? R : never }[keyof Routes];
type Answer<R extends JsonRoute> = Routes[R] extends { answer: infer A } ? A : never;
/** What a route takes: path parameters, query parameters, a body. */
type RouteInput<R extends keyof Routes> = Omit<Routes[R], 'answer'> & { as?: Reader };
type RequestArgs<R extends keyof Routes> =
  Record<never, never> extends RouteInput<R> ? [given?: RouteInput<R>] : [given: RouteInput<R>];
/** `watcher`: what somebody without an identity may see, whoever uses this browser. */
export type Reader = 'watcher' | undefined;
/** The same for all routes. */
type UntypedInput = {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  as?: Reader;
};

/** The URL of a route, for a link or a request, in the reader's language. */
export function routeUrl<R extends keyof Routes>(route: R, ...[given]: RequestArgs<R>): string {
  return buildUrl(route, given ?? {});
}

/** The text of a route that does not return JSON. */
export function requestText<R extends Exclude<keyof Routes, JsonRoute>>(
  route: R,
  ...[given]: RequestArgs<R>
): Promise<string> {
  return send(route, given ?? {});
}

export function request<R extends JsonRoute>(route: R, ...[given]: RequestArgs<R>): Promise<Answer<R>> {
  return sendForJson(route, given ?? {}) as Promise<Answer<R>>;
}

/** Retries once with the same key, so that a command whose response was lost counts once. */
export async function requestWithRetry<R extends JsonRoute>(
  route: R,
  ...[given]: RequestArgs<R>
): Promise<Answer<R>> {
  const key = newIdempotencyKey();
  try {
    return (await sendForJson(route, given ?? {}, key)) as Answer<R>;
  } catch (error) {
    if (error instanceof ApiError && error.status === 0)
      return (await sendForJson(route, given ?? {}, key)) as Answer<R>;
    throw error;
  }
}

function buildUrl(route: string, { path = {}, query = {}, as }: UntypedInput): string {
  const url = route
    .slice(route.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(path[part] ?? ''));
  const params = Object.entries({ ...query, as, language: i18n.language }).filter(
    ([, value]) => value !== undefined,
  );
  return `${url}?${params.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')}`;
}

async function sendForJson(route: string, given: UntypedInput, key?: string): Promise<unknown> {
  const text = await send(route, given, {
    accept: 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  });
  const content = text === '' ? null : parseJson(text);
  if (content === undefined) throw errorByStatus(200);
  return content;
}

/** The body of a successful response. */
async function send(
  route: string,
  given: UntypedInput,
  headers: Record<string, string> = {},
): Promise<string> {
  if (given.body !== undefined) headers = { ...headers, 'content-type': 'application/json' };
  let response: Response;
  try {
    response = await fetch(buildUrl(route, given), {
      method: route.slice(0, route.indexOf(' ')),
      headers,
      credentials: 'same-origin',
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    });
  } catch {
    serverStatus.isUnreachable = true;
    throw new ApiError('offline', t('error.offline'), 0);
  }
  serverStatus.isUnreachable = false;
  const text = await response.text().catch(() => '');
  if (response.ok) return text;
  const problem = parseJson(text);
  throw isProblem(problem)
    ? new ApiError(problem.id, problem.message, response.status)
    : errorByStatus(response.status);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error for orders that were all rejected: the reason of the first rejected line. */
export function rejectedOrdersError(done: CommandResult): ApiError {
  for (const line of done.lines) {
    if (line.result === 'refused') return new ApiError(line.problem, line.message, 422);
  }
  return errorByStatus(422);
}

function errorByStatus(status: number): ApiError {
  if (status === 404) return new ApiError('unknown', t('error.unknown'), status);
  if (status === 429) return new ApiError('too_many', t('error.too_many'), status);
  return new ApiError('broken', t('error.broken'), status);
}

function isProblem(content: unknown): content is Problem {
  return typeof content === 'object' && content !== null && 'id' in content && 'message' in content;
}

export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** Whether the server cannot do it now but may later: it is busy, its database is away, or its disk is full. */
export function isServerUnable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 503 || error.status === 507);
}

/** A sentence for any error. */
export function describeError(error: unknown): string {
  return error instanceof ApiError ? error.message : t('error.broken');
}
