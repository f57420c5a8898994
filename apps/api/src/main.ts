import { setTimeout as delay } from 'node:timers/promises';
import { type Config, ConfigError, loadConfig } from '@ingot/config';
import { armFromEnvironment, createCore, startReconciler } from '@ingot/core';
import { createAuthenticator } from './auth/index.ts';
import { ROUTES } from './routes/index.ts';
import { buildServer } from './server.ts';

/** Runs the API until it is stopped. Postgres or Redis being down shows in /readyz and in 503s, not in a crash. */
export async function runApi(config: Config): Promise<{ stop(): Promise<void> }> {
  const core = createCore(config, { role: 'api' });
  const app = buildServer(core, ROUTES, createAuthenticator(config));
  try {
    const address = await app.listen({ host: config.api.host, port: config.api.port });
    core.log.info({ url: config.api.url, address }, 'api.ready');
  } catch (error) {
    await within(500, core.close());
    throw error;
  }
  const reconciler = startReconciler(core);
  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    reconciler.stop();
    await within(config.graceMs, app.close());
    app.server.closeAllConnections();
    await within(500, core.close());
    core.log.info('api.stopped');
  }
  return {
    /** Takes no more requests, lets those in hand finish within the grace time, then closes what is left. */
    stop: () => (stopped ??= stop()),
  };
}
/** Waits, but not longer than that; a failure to close is no reason not to end. */
async function within(ms: number, closing: Promise<unknown>): Promise<void> {
  await Promise.race([closing.catch(() => undefined), delay(ms, undefined, { ref: false })]);
}

if (import.meta.main) {
  try {
    armFromEnvironment(process.env.INGOT_RACE_POINT);
    const api = await runApi(loadConfig(process.env));
    let stopping = false;
    for (const name of ['SIGTERM', 'SIGINT'] as const) {
      process.on(name, () => {
        if (stopping) process.exit(130);
        stopping = true;
        void api.stop().finally(() => process.exit(0));
      });
    }
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
    process.exit(2);
  }
}
