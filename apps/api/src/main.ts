import { setTimeout as delay } from 'node:timers/promises';
import { type Config, ConfigError, loadConfig } from '@ingot/config';
import { armFromEnvironment, createCore, startReconciler } from '@ingot/core';
import { ROUTES } from './routes/index.ts';
import { buildServer } from './server.ts';

/** Runs the API until it is stopped. Postgres or Redis being down shows in /readyz and in 503s, not in a crash. */
export async function runApi(config: Config): Promise<{ stop(): Promise<void> }> {
  const core = createCore(config, { role: 'api' });
  const app = buildServer(core, ROUTES);
  await app.listen({ host: config.api.host, port: config.api.port });
  const reconciler = startReconciler(core);
  core.log.info({ url: config.api.url }, 'api.ready');
  return {
    /** Stops accepting, lets requests finish within the grace time. */
    async stop() {
      reconciler.stop();
      await Promise.race([app.close(), delay(config.graceMs)]);
      await Promise.race([core.close(), delay(500)]);
    },
  };
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
        void api.stop().then(() => process.exit(0));
      });
    }
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
    process.exit(2);
  }
}
