import { BadRequest, isLogicalName, isUuid, NotAcceptable } from '@ingot/domain';
import { parseBody } from './body.ts';
import { RouterError } from './errors.ts';
import { requireMinor } from './negotiate.ts';
import type { ApiRequest, Reply, Route } from './route.ts';

/** A request as it came, after negotiation. */
export type Incoming = Omit<ApiRequest, 'query' | 'given'> & { query: { [name: string]: string } };

/**
 * Parses what the route declares, then runs its handler.
 * @throws RouterError, BadRequest, NotAcceptable for what does not fit the declaration
 */
export async function dispatch(route: Route, { query: given, ...incoming }: Incoming): Promise<Reply> {
  checkParams(incoming.params);
  const query = argumentsOf(route, given, incoming.minor);
  return route.handler({ ...incoming, given, query, body: bodyOf(route, incoming.body, given, incoming.minor) });
}

/** @throws RouterError for what can be neither a node's name nor its uuid */
function checkParams({ node_ident: ident }: Incoming['params']): void {
  if (ident !== undefined && !isUuid(ident) && !isLogicalName(ident)) throw new RouterError(400, `Expected a logical name or UUID but received ${ident}.`);
}

function argumentsOf(route: Route, given: { [name: string]: string }, minor: number): { [name: string]: unknown } {
  const declared = route.query ?? {};
  const alsoBody = route.bodyOrQuery ? fieldsOf(route) : [];
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(declared, name) && !alsoBody.includes(name));
  if (unknown.length) throw new BadRequest(`Unexpected arguments: ${unknown.join(', ')}`);
  const parsed: { [name: string]: unknown } = {};
  for (const [name, argument] of Object.entries(declared)) {
    const value = given[name];
    if (value === undefined) continue;
    if (argument.since !== undefined && argument.since > minor) {
      if (argument.unnamed) throw new NotAcceptable();
      requireMinor(minor, argument.since);
    }
    parsed[name] = argument.parse(value, name);
  }
  return parsed;
}

function bodyOf(route: Route, sent: unknown, given: { [name: string]: string }, minor: number): unknown {
  if (route.body === undefined) return undefined;
  const body = parseBody(route.body, route.bodyOrQuery ? merged(route, sent, given) : sent);
  const since = route.bodySince;
  if (since && Object.keys(body as object).some((field) => (since[field] ?? 1) > minor)) throw new NotAcceptable();
  return body;
}

function merged(route: Route, sent: unknown = {}, given: { [name: string]: string }): object {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw new BadRequest('The request body must be a JSON object.');
  const also = Object.entries(given).filter(([name]) => fieldsOf(route).includes(name));
  return Object.fromEntries([...also, ...Object.entries(sent)].filter(([, value]) => value !== null));
}

/** The fields of a body that is an object. */
export const fieldsOf = ({ body }: Pick<Route, 'body'>): string[] => (body && 'shape' in body ? Object.keys(body.shape as object) : []);
