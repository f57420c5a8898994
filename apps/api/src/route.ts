import type { Core } from '@ingot/core';

/** One request after negotiation and parsing; handlers see nothing of the HTTP library. */
export interface ApiRequest {
  params: { [name: string]: string };
  /** Query arguments as sent; the route's `query` list has been checked against it. */
  query: { [name: string]: string };
  /** Parsed JSON body, or undefined where none was sent. */
  body: unknown;
  /** Negotiated microversion: N of 1.N. */
  minor: number;
  /** `http://host:port` for absolute links. */
  baseUrl: string;
  requestId: string;
  core: Core;
}

export interface Answer {
  status: number;
  /** Absent for 202 and 204: an empty body without content type. */
  body?: unknown;
  /** Path below baseUrl. */
  location?: string;
}

/** One endpoint. `since` is the one declarative line that gates it; `below` says what an older client gets. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify path, below the root: `/v1/nodes/:node_ident/states` */
  path: string;
  since?: number;
  below?: 404 | 405 | 406;
  /** Names of the query arguments it takes; any other is a 400 `Unexpected arguments`. */
  query?: readonly string[];
  /** KiB, default 1024 (provision: 65536). */
  bodyLimitKib?: number;
  handler: (request: ApiRequest) => Promise<Answer>;
}
