import type { Core } from '@ingot/core';
import { runChecks } from '@ingot/telemetry';
import type { FastifyInstance } from 'fastify';
import { OPERATOR_PATHS } from './paths.ts';

/** One log line and two metrics for each request; labels hold the route's pattern, never what a client wrote. */
export function recordRequests(app: FastifyInstance, core: Core): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown' };
    core.metrics.httpRequests.inc({ ...labels, status: reply.statusCode });
    core.metrics.httpDuration.observe(labels, reply.elapsedTime / 1000);
    const line = { ...labels, url: request.url.split('?')[0], status: reply.statusCode, ms: Math.round(reply.elapsedTime), requestId: request.id };
    core.log[OPERATOR_PATHS.includes(labels.route) ? 'debug' : 'info'](line, 'request.done');
  });
}

/** /livez, /readyz (with what is wrong) and /metrics: for operators, outside /v1. */
export function serveOperators(app: FastifyInstance, core: Core, closing: () => boolean): void {
  app.get('/livez', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const service = async () => (closing() ? 'stopping' : undefined);
    const result = await runChecks({ service, postgres: () => core.store.ping(), redis: () => core.queue.ping() });
    return reply.code(result.ok ? 200 : 503).send(result);
  });
  app.get('/metrics', async (_request, reply) => reply.type(core.metrics.registry.contentType).send(await core.metrics.registry.metrics()));
}
