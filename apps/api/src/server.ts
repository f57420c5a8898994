import { randomUUID } from 'node:crypto';
import type { Core } from '@ingot/core';
import { BadRequest, IngotError, Unavailable } from '@ingot/domain';
import { runChecks } from '@ingot/telemetry';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { checkDepth } from './body.ts';
import { errorAnswer, routerError } from './errors.ts';
import { MAX_MINOR, MIN_MINOR, negotiate, VersionError } from './negotiate.ts';
import type { Route } from './route.ts';

/** The HTTP server over a route table. All that is common to every endpoint happens here, once. */
export function buildServer(core: Core, routes: Route[]): FastifyInstance {
  const app = Fastify({
    logger: false,
    genReqId: () => `req-${randomUUID()}`,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: false,
    rewriteUrl: (request) => canonicalPath(request.url ?? '/'),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    try {
      if (text === '') return done(null, undefined);
      checkDepth(text as string);
      done(null, JSON.parse(text as string));
    } catch (error) {
      done(error instanceof BadRequest ? error : new BadRequest('The request body is not valid JSON.'));
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-openstack-request-id': request.id, 'openstack-request-id': request.id });
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route };
    core.metrics.httpRequests.inc({ ...labels, status: reply.statusCode });
    core.metrics.httpDuration.observe(labels, reply.elapsedTime / 1000);
    core.log.info({ ...labels, url: request.url.split('?')[0], status: reply.statusCode, ms: Math.round(reply.elapsedTime), requestId: request.id }, 'request.done');
  });
  app.setErrorHandler((error, request, reply) => sendError(core, error, request, reply));
  const methods = methodsByPath(routes);
  app.setNotFoundHandler((request, reply) => {
    const known = methods.some(({ pattern }) => pattern.test(request.url.split('?')[0] ?? ''));
    const answer = known ? routerError(405, '') : routerError(404, '');
    return reply.code(answer.status).send(answer.body);
  });
  for (const route of routes) register(app, core, route);
  observe(app, core);
  return app;
}

/** `/nodes` is served as `/v1/nodes`. */
function canonicalPath(url: string): string {
  const [path = '/', query] = url.split('?', 2);
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  const own = ['/', '/livez', '/readyz', '/metrics'].includes(bare) || bare === '/v1' || bare.startsWith('/v1/');
  return `${own ? bare : `/v1${bare}`}${query === undefined ? '' : `?${query}`}`;
}
function methodsByPath(routes: Route[]) {
  return [...new Set(routes.map((route) => route.path))].map((path) => ({ pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }));
}

function register(app: FastifyInstance, core: Core, route: Route): void {
  app.route({
    method: route.method,
    url: route.path,
    ...(route.bodyLimitKib === undefined ? {} : { bodyLimit: route.bodyLimitKib * 1024 }),
    handler: async (request, reply) => {
      reply.headers({ 'x-openstack-ironic-api-minimum-version': `1.${MIN_MINOR}`, 'x-openstack-ironic-api-maximum-version': `1.${MAX_MINOR}` });
      const minor = negotiate(request.headers);
      if (route.since !== undefined && minor < route.since) {
        const answer = routerError(route.below ?? 404, '');
        return reply.code(answer.status).header('x-openstack-ironic-api-version', `1.${minor}`).send(answer.body);
      }
      reply.header('x-openstack-ironic-api-version', `1.${minor}`);
      const query = checkQuery(route, request.query as { [name: string]: string | string[] });
      const baseUrl = `${request.protocol}://${request.host}`;
      const answer = await route.handler({
        params: request.params as { [name: string]: string }, query, body: request.body, minor, baseUrl, requestId: request.id, core,
      });
      if (answer.location) reply.header('location', `${baseUrl}${answer.location}`);
      if (answer.body === undefined) return reply.code(answer.status).send();
      return reply.code(answer.status).type('application/json').send(JSON.stringify(answer.body));
    },
  });
}

/** @throws BadRequest for an argument that the route does not take */
function checkQuery(route: Route, query: { [name: string]: string | string[] }): { [name: string]: string } {
  const unknown = Object.keys(query).filter((name) => !route.query?.includes(name));
  if (unknown.length) throw new BadRequest(`Unexpected arguments: ${unknown.join(', ')}`);
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]));
}

function sendError(core: Core, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const answer = errorAnswer(error);
  if (answer.status >= 500) core.log[error instanceof IngotError ? 'warn' : 'error']({ err: error, requestId: request.id }, 'request.failed');
  if (error instanceof Unavailable) reply.header('retry-after', String(error.retryAfterSeconds));
  if (error instanceof VersionError && !error.readable) {
    reply.removeHeader('x-openstack-ironic-api-minimum-version');
    reply.removeHeader('x-openstack-ironic-api-maximum-version');
  }
  return reply.code(answer.status).type('application/json').send(JSON.stringify(answer.body));
}

/** For operators, outside /v1. */
function observe(app: FastifyInstance, core: Core): void {
  app.get('/livez', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const result = await runChecks({ postgres: () => core.store.ping(), redis: () => core.queue.ping() });
    return reply.code(result.ok ? 200 : 503).send(result);
  });
  app.get('/metrics', async (_request, reply) => reply.type(core.metrics.registry.contentType).send(await core.metrics.registry.metrics()));
}
