import type { Config } from '@ingot/config';
import { createNodeLock } from '@ingot/lock';
import { openQueue } from '@ingot/queue';
import { openStore } from '@ingot/store';
import { createLog, createMetrics } from '@ingot/telemetry';
import type { Core } from './context.ts';
import { createDirectory } from './directory.ts';

/** Composes what a process needs. Nothing is asked of Postgres or Redis yet: both may be down and come up later. */
export function createCore(config: Config, options: { role: string }): Core & { close(): Promise<void> } {
  const log = createLog(config.logLevel, options.role);
  const metrics = createMetrics();
  const store = openStore({
    databaseUrl: config.databaseUrl,
    poolMax: config.postgresPool,
    applicationName: `ingot-${options.role}`,
    conductorAliveMs: config.conductor.aliveMs,
  });
  let lastRedisError = '';
  const onError = (error: Error) => {
    if (error.message === lastRedisError) return;
    lastRedisError = error.message;
    log.warn({ err: error }, 'redis.error');
  };
  const queue = openQueue({
    redisUrl: config.redisUrl,
    timeoutMs: config.redisTimeoutMs,
    backlog: config.backlog,
    holding: () => store.operations.holding(),
    onError,
  });
  const lock = createNodeLock({ redis: queue.redis, ttlMs: config.lockTtlMs, onError });
  return {
    config, log, metrics, store, lock, queue,
    directory: createDirectory(store),
    async close() {
      await queue.close();
      await store.close();
    },
  };
}
