import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { engineAnswers, startServices } from '@ingot/services';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    redisUrl: string;
  }
}

/**
 * One Postgres and one Redis for the whole run: through testcontainers where an engine answers, else given URLs, else
 * local servers. INGOT_TEST_SERVICES=containers|given|local chooses.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chosen = process.env.INGOT_TEST_SERVICES ?? (engineAnswers() ? 'containers' : process.env.DATABASE_URL && process.env.REDIS_URL ? 'given' : 'local');
  if (chosen === 'containers') {
    try {
      return await containers(project);
    } catch (error) {
      if (process.env.INGOT_TEST_SERVICES) throw error;
      console.warn(`Containers could not be started (${(error as Error).message}); using local servers.`);
    }
  }
  const dir = mkdtempSync(`${tmpdir()}/ingot-test-`);
  chmodSync(dir, 0o755);
  const services = await startServices({ dir, mode: chosen === 'given' ? 'given' : 'local' });
  project.provide('databaseUrl', services.databaseUrl);
  project.provide('redisUrl', services.redisUrl);
  return async () => {
    await services.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}

async function containers(project: TestProject): Promise<() => Promise<void>> {
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  const [{ PostgreSqlContainer }, { RedisContainer }] = await Promise.all([import('@testcontainers/postgresql'), import('@testcontainers/redis')]);
  const [postgres, redis] = await Promise.all([
    new PostgreSqlContainer('postgres:17-alpine').withCommand(['postgres', '-c', 'max_connections=300']).start(),
    new RedisContainer('redis:7-alpine').start(),
  ]);
  project.provide('databaseUrl', postgres.getConnectionUri());
  project.provide('redisUrl', redis.getConnectionUrl());
  return async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
  };
}
