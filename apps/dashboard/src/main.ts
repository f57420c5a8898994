import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import basicAuth from '@fastify/basic-auth';
import { type Config, ConfigError, loadConfig } from '@ingot/config';
import { createCore } from '@ingot/core';
import { callQueueName, queueName } from '@ingot/queue';
import { runChecks } from '@ingot/telemetry';
import Fastify from 'fastify';

/** Compares in constant time, whatever the lengths. */
function same(given: string, expected: string): boolean {
  const a = Buffer.alloc(256);
  const b = Buffer.alloc(256);
  a.write(given.slice(0, 255));
  b.write(expected.slice(0, 255));
  return timingSafeEqual(a, b) && given.length === expected.length;
}

/**
 * Bull Board behind a login, read-only unless configured. What an operator does here cannot break an invariant: a job is
 * only a pointer to an operation row, which a conductor claims under its fence. A retried job finds its operation ended
 * and is dropped; a removed one is added again by the reconciler.
 */
async function runDashboard(config: Config): Promise<{ stop(): Promise<void> }> {
  const core = createCore(config, { role: 'dashboard' });
  const { user, host, port, writable } = config.dashboard;
  const password = config.dashboard.password ?? randomBytes(9).toString('base64url');
  const app = Fastify({ logger: false, forceCloseConnections: true });
  await app.register(basicAuth, {
    authenticate: { realm: 'Ingot' },
    validate: async (name, given) => {
      const right = [same(name, user), same(given, password)];
      if (right.includes(false)) throw new Error('Wrong user or password.');
    },
  });
  app.get('/livez', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const result = await runChecks({ postgres: () => core.store.ping(), redis: () => core.queue.ping() });
    return reply.code(result.ok ? 200 : 503).send(result);
  });
  const adapter = new FastifyAdapter();
  const board = createBullBoard({
    queues: [], serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Ingot', miscLinks: [{ text: 'Nodes', url: `${config.api.url}/v1/nodes` }] } },
  });
  adapter.setBasePath('/');
  await app.register(async (scope) => {
    scope.addHook('onRequest', scope.basicAuth);
    await scope.register(adapter.registerPlugin(), { prefix: '/' });
  });
  const known = new Set<string>();
  /** New pools show up without a restart. */
  async function discover(): Promise<void> {
    for (const { pool } of await core.store.conductors.list()) {
      if (known.has(pool)) continue;
      known.add(pool);
      for (const name of [queueName(pool), callQueueName(pool)]) {
        const queue = new BullMQAdapter(core.queue.queue(name), { readOnlyMode: !writable, description: `Conductors of ${pool}` });
        queue.setFormatter('data', (data) => ({ ...(data as object), link: `${config.api.url}/v1/nodes/${(data as { node?: string }).node ?? ''}` }));
        board.addQueue(queue);
      }
    }
  }
  await discover().catch((error: Error) => core.log.warn({ err: error }, 'dashboard.discover.failed'));
  const timer = setInterval(() => void discover().catch((error: Error) => core.log.warn({ err: error }, 'dashboard.discover.failed')), 5_000);
  await app.listen({ host, port });
  core.log.info({ url: `http://${host}:${port}`, user, writable }, 'dashboard.ready');
  if (config.dashboard.password === undefined) process.stderr.write(`Dashboard login: ${user} / ${password} (set INGOT_DASHBOARD_PASSWORD to choose it)\n`);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, 2_000))]);
      await core.close();
    },
  };
}

try {
  const dashboard = await runDashboard(loadConfig(process.env));
  let stopping = false;
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      if (stopping) process.exit(130);
      stopping = true;
      void dashboard.stop().then(() => process.exit(0));
    });
  }
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(2);
}
