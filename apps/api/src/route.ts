import type { Core } from '@ingot/core';
import type { Identity, Policy } from '@ingot/domain';
import type { z } from 'zod';
import type { Argument, SinceTable } from './arguments.ts';

/** One request after authentication, negotiation and parsing; handlers see nothing of the HTTP library. */
export interface ApiRequest<Q = object, B = unknown> {
  params: { [name: string]: string };
  /** query arguments as the route's `query` parses them */
  query: Q;
  /** query arguments as sent, for links to the next page */
  given: { [name: string]: string };
  /** body as the route's `body` parses it; undefined where the route takes none */
  body: B;
  /** Negotiated microversion: N of 1.N. */
  minor: number;
  /** `http://host:port` for absolute links. */
  baseUrl: string;
  requestId: string;
  identity: Identity;
  core: Core;
}

/** What a handler gives. Without a body nothing is sent, not even a content type. */
export interface Reply {
  body?: unknown;
  /** Path below baseUrl. */
  location?: string;
  /** where it is not the route's `success` */
  status?: number;
}

type Arguments = { readonly [name: string]: Argument<unknown> };
type Values<Q extends Arguments> = { [K in keyof Q]?: Q[K] extends Argument<infer T> ? T : never };
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint: all that is said about it stands here, and nowhere else. */
export interface Route<Q extends Arguments = Arguments, B = unknown> {
  method: Method;
  /** Fastify path, below the root: `/v1/nodes/:node_ident/states` */
  path: string;
  /** one line for people */
  summary: string;
  /** the one declarative line that gates it; `below` says what an older client gets (default 404) */
  since?: number;
  below?: 404 | 405 | 406;
  /** who may; a rule of the node or record that the path names */
  policy: Policy;
  /** arguments it takes; any other is a 400 `Unexpected arguments` */
  query?: Q;
  /** what its body must be; a route without takes any body for none */
  body?: z.ZodType<B>;
  /** body fields that are newer than 1.1; one that the request's version does not have is a 406 */
  bodySince?: SinceTable;
  /** body fields may come as query arguments too, and null is as good as absent (reference: api.md §3) */
  bodyOrQuery?: true;
  /** KiB, default 1024 */
  bodyLimitKib?: number;
  success: 200 | 201 | 202 | 204;
  /** JSON schema of the answer's body */
  answer?: object;
  handler: (request: ApiRequest<Values<Q>, B>) => Promise<Reply>;
}

/** An entry of the route table; the handler's types come from its own declarations. */
export function route<Q extends Arguments = Record<never, never>, B = undefined>(spec: Route<Q, B>): Route {
  return spec as unknown as Route;
}
