import { randomUUID } from 'node:crypto';
import type { Core } from '@ingot/core';
import { BadRequest, IngotError, isLogicalName, isUuid, Unavailable } from '@ingot/domain';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { parseJson } from './body.ts';
import { errorAnswer, RouterError } from './errors.ts';
import { MAX_MINOR, MIN_MINOR, negotiate, VersionError } from './negotiate.ts';
import { recordRequests, serveOperators } from './observe.ts';
import { canonicalPath, methodsOf } from './paths.ts';
import type { Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** negotiated microversion: N of 1.N */
    minor: number;
  }
}
const VERSION = 'x-openstack-ironic-api-version';
const MINIMUM = 'x-openstack-ironic-api-minimum-version';
const MAXIMUM = 'x-openstack-ironic-api-maximum-version';

/** The HTTP server over a route table. All that is common to every endpoint happens here, once. */
export function buildServer(core: Core, routes: Route[]): FastifyInstance {
  let closing = false;
  const app: FastifyInstance = Fastify({
    logger: false,
    genReqId: () => `req-${randomUUID()}`,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    // What still comes in while closing is answered by `register`, in Ironic's form and with Retry-After.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    rewriteUrl: (request) => canonicalPath(request.url ?? '/'),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      commonHeaders(request, reply);
      sendError(core, error, request, reply);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => parseJson(text));
  app.decorateRequest('minor', MIN_MINOR);
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async (request, reply) => commonHeaders(request, reply));
  recordRequests(app, core);
  app.setErrorHandler((error, request, reply) => sendError(core, error, request, reply));
  const methods = methodsOf(routes);
  app.setNotFoundHandler(async (request, reply) => {
    const allowed = methods(request.url.split('?')[0] ?? '');
    if (allowed.length) reply.header('allow', allowed.join(', '));
    throw new RouterError(allowed.length ? 405 : 404);
  });
  for (const route of routes) register(app, core, route, () => closing);
  serveOperators(app, core, () => closing);
  return app;
}

function register(app: FastifyInstance, core: Core, route: Route, closing: () => boolean): void {
  app.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: route.method === 'GET' && route.path === '/v1',
    ...(route.bodyLimitKib === undefined ? {} : { bodyLimit: route.bodyLimitKib * 1024 }),
    /** Before the body is read, so that its errors carry the negotiated version too. */
    onRequest: async (request, reply) => {
      if (closing()) throw new Unavailable('The service is stopping, please retry.', 'ServiceStopping');
      request.minor = negotiate(request.headers);
      reply.header(VERSION, `1.${request.minor}`);
      if (route.since !== undefined && request.minor < route.since) throw new RouterError(route.below ?? 404);
    },
    handler: async (request, reply) => {
      const params = checkParams(request.params as { [name: string]: string });
      const query = checkQuery(route, request.query as { [name: string]: string | string[] });
      const baseUrl = request.host ? `${request.protocol}://${request.host}` : core.config.api.url;
      const answer = await route.handler({ params, query, body: request.body, minor: request.minor, baseUrl, requestId: request.id, core });
      if (answer.location) reply.header('location', `${baseUrl}${answer.location}`);
      if (answer.body === undefined) return reply.code(answer.status).send();
      return reply.code(answer.status).type('application/json').send(JSON.stringify(answer.body));
    },
  });
}

/** @throws RouterError for what can be neither a node's name nor its uuid */
function checkParams(params: { [name: string]: string }): { [name: string]: string } {
  const ident = params.node_ident;
  if (ident !== undefined && !isUuid(ident) && !isLogicalName(ident)) throw new RouterError(400, `Expected a logical name or UUID but received ${ident}.`);
  return params;
}

/** @throws BadRequest for an argument that the route does not take */
function checkQuery(route: Route, query: { [name: string]: string | string[] }): { [name: string]: string } {
  const unknown = Object.keys(query).filter((name) => !route.query?.includes(name));
  if (unknown.length) throw new BadRequest(`Unexpected arguments: ${unknown.join(', ')}`);
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]));
}

function commonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'x-openstack-request-id': request.id, 'openstack-request-id': request.id, [MINIMUM]: `1.${MIN_MINOR}`, [MAXIMUM]: `1.${MAX_MINOR}` });
}

function sendError(core: Core, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const answer = errorAnswer(error);
  if (answer.status >= 500) core.log[error instanceof IngotError ? 'warn' : 'error']({ err: error, requestId: request.id }, 'request.failed');
  if (error instanceof Unavailable) reply.header('retry-after', String(error.retryAfterSeconds));
  if (error instanceof VersionError && !error.readable) {
    reply.removeHeader(MINIMUM);
    reply.removeHeader(MAXIMUM);
  }
  return reply.code(answer.status).type('application/json').send(JSON.stringify(answer.body));
}
