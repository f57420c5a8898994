import { setTimeout as delay } from 'node:timers/promises';
import { type Config, ConfigError, loadConfig } from '@ingot/config';
import { createCore } from '@ingot/core';
import { createLogin, generatePassword } from './login.ts';
import { followPools } from './queues.ts';
import { buildDashboard } from './server.ts';

const DISCOVER_MS = 2_000;

/** Runs the dashboard until it is stopped. Postgres or Redis being down shows in /readyz, not in a crash. */
export async function runDashboard(config: Config): Promise<{ stop(): Promise<void> }> {
  const { user, host, port, writable } = config.dashboard;
  const password = config.dashboard.password ?? generatePassword();
  const core = createCore(config, { role: 'dashboard' });
  const { app, board } = await buildDashboard(core, {
    login: createLogin(user, password),
    apiUrl: config.api.url,
    writable,
  });
  try {
    const address = await app.listen({ host, port });
    core.log.info({ address, user, writable }, 'dashboard.ready');
  } catch (error) {
    await Promise.race([core.close(), delay(500)]);
    throw error;
  }
  // Beside the log, so that nothing that collects logs keeps it.
  if (config.dashboard.password === undefined)
    process.stderr.write(
      `Dashboard login: ${user} / ${password} (set INGOT_DASHBOARD_PASSWORD to choose it)\n`,
    );
  const pools = followPools(core, board, { everyMs: DISCOVER_MS, writable });
  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    pools.stop();
    await Promise.race([app.close(), delay(2_000)]);
    await Promise.race([core.close(), delay(500)]);
    core.log.info('dashboard.stopped');
  }
  return { stop: () => (stopped ??= stop()) };
}

if (import.meta.main) {
  try {
    const dashboard = await runDashboard(loadConfig(process.env));
    let stopping = false;
    for (const name of ['SIGTERM', 'SIGINT'] as const) {
      process.on(name, () => {
        if (stopping) process.exit(130);
        stopping = true;
        void dashboard.stop().finally(() => process.exit(0));
      });
    }
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
    process.exit(2);
  }
}
