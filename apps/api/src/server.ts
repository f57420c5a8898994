import { randomUUID } from 'node:crypto';
import type { Core } from '@ingot/core';
import { type Identity, IngotError, NotAcceptable, Unavailable, UNRESTRICTED } from '@ingot/domain';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Authenticator, Unauthorized } from './auth/authenticator.ts';
import { authorise } from './auth/guard.ts';
import { parseJson } from './body.ts';
import { dispatch } from './dispatch.ts';
import { errorAnswer, RouterError } from './errors.ts';
import { MAX_MINOR, MIN_MINOR, negotiate, VersionError } from './negotiate.ts';
import { recordRequests, serveOperators } from './observe.ts';
import { canonicalPath, methodsOf } from './paths.ts';
import type { Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** negotiated microversion: N of 1.N */
    minor: number;
    identity: Identity;
  }
}
const VERSION = 'x-openstack-ironic-api-version';
const MINIMUM = 'x-openstack-ironic-api-minimum-version';
const MAXIMUM = 'x-openstack-ironic-api-maximum-version';

/** The HTTP server over a route table. All that is common to every endpoint happens here, once. */
export function buildServer(core: Core, routes: Route[], authenticator: Authenticator): FastifyInstance {
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
  app.decorateRequest('identity');
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
  for (const route of routes) register(app, core, route, authenticator, () => closing);
  serveOperators(app, core, () => closing);
  return app;
}

function register(app: FastifyInstance, core: Core, route: Route, authenticator: Authenticator, closing: () => boolean): void {
  app.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: route.method === 'GET' && route.path === '/v1',
    ...(route.bodyLimitKib === undefined ? {} : { bodyLimit: route.bodyLimitKib * 1024 }),
    /** Before the body is read, so that its errors carry the negotiated version too, and a stranger's body is not read. */
    onRequest: async (request, reply) => {
      if (closing()) throw new Unavailable('The service is stopping, please retry.', 'ServiceStopping');
      request.identity = route.policy === 'public' ? UNRESTRICTED : await authenticator.authenticate(request.headers);
      request.minor = negotiate(request.headers);
      reply.header(VERSION, `1.${request.minor}`);
      if (route.since !== undefined && request.minor < route.since) throw route.below === 406 ? new NotAcceptable() : new RouterError(route.below ?? 404);
    },
    handler: async (request, reply) => {
      const { body, minor, id: requestId, identity } = request;
      const params = request.params as { [name: string]: string };
      const baseUrl = request.host ? `${request.protocol}://${request.host}` : core.config.api.url;
      await authorise(core, route, identity, params);
      const answer = await dispatch(route, { params, query: flat(request.query as Query), body, minor, baseUrl, requestId, identity, core });
      if (answer.location) reply.header('location', `${baseUrl}${answer.location}`);
      reply.code(answer.status ?? route.success);
      return answer.body === undefined ? reply.send() : reply.type('application/json').send(JSON.stringify(answer.body));
    },
  });
}

type Query = { [name: string]: string | string[] };
/** An argument that comes twice is a list. */
const flat = (query: Query) => Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]));

function commonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'x-openstack-request-id': request.id, 'openstack-request-id': request.id, [MINIMUM]: `1.${MIN_MINOR}`, [MAXIMUM]: `1.${MAX_MINOR}` });
}

function sendError(core: Core, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Unauthorized) return reply.code(401).header('www-authenticate', error.challenge).type('application/json').send(JSON.stringify(error.body));
  const answer = errorAnswer(error);
  if (answer.status >= 500) core.log[error instanceof IngotError ? 'warn' : 'error']({ err: error, requestId: request.id }, 'request.failed');
  if (error instanceof Unavailable) reply.header('retry-after', String(error.retryAfterSeconds));
  if (error instanceof VersionError && !error.readable) {
    reply.removeHeader(MINIMUM);
    reply.removeHeader(MAXIMUM);
  }
  return reply.code(answer.status).type('application/json').send(JSON.stringify(answer.body));
}
