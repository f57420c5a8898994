import { createBullBoard } from '@bull-board/api';
import { FastifyAdapter } from '@bull-board/fastify';
import basicAuth from '@fastify/basic-auth';
import type { Core } from '@ingot/core';
import { runChecks } from '@ingot/telemetry';
import Fastify from 'fastify';

const READ_ONLY = 'The dashboard is read-only. INGOT_DASHBOARD_WRITABLE=true changes that.';

export interface DashboardOptions {
  login: (name: string, password: string) => boolean;
  /** where the link to the nodes leads */
  apiUrl: string;
  /** false: nothing can be changed, whatever Bull Board makes of its own read-only mode */
  writable: boolean;
}

/** Bull Board behind a login; /livez and /readyz in front of it. Nothing listens yet. */
export async function buildDashboard(core: Core, { login, apiUrl, writable }: DashboardOptions) {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  await app.register(basicAuth, {
    authenticate: { realm: 'Ingot' },
    validate: async (name, password) => {
      if (!login(name, password)) throw new Error('Wrong user or password.');
    },
  });
  app.get('/livez', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const result = await runChecks({ postgres: () => core.store.ping(), redis: () => core.queue.ping() });
    return reply.code(result.ok ? 200 : 503).send(result);
  });
  const adapter = new FastifyAdapter();
  const uiConfig = { boardTitle: 'Ingot', miscLinks: [{ text: 'Nodes', url: `${apiUrl}/v1/nodes` }] };
  const board = createBullBoard({ queues: [], serverAdapter: adapter, options: { uiConfig } });
  adapter.setBasePath('/');
  await app.register(async (scope) => {
    scope.addHook('onRequest', scope.basicAuth);
    scope.addHook('onRequest', async (request, reply) => {
      if (writable || request.method === 'GET' || request.method === 'HEAD') return;
      return reply.code(405).send({ error: READ_ONLY });
    });
    await scope.register(adapter.registerPlugin(), { prefix: '/' });
  });
  return { app, board };
}
