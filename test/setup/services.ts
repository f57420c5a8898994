import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { engineAnswers, startServices } from '@ingot/services';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    redisUrl: string;
  }
}
interface Running {
  databaseUrl: string;
  redisUrl: string;
  stop(): Promise<void>;
}
const MODES = ['containers', 'given', 'local'] as const;
type Mode = (typeof MODES)[number];

/** Each project of vitest loads this file anew; the servers and the number of their users are the process's. */
const shared = globalThis as { ingotServices?: { users: number; running: Promise<Running> } | undefined };

/**
 * One Postgres and one Redis for the whole run: through testcontainers where an engine answers, else given URLs, else
 * local servers. INGOT_TEST_SERVICES=containers|given|local chooses.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.ingotServices ??= { users: 0, running: start() };
  const mine = shared.ingotServices;
  mine.users++;
  const { databaseUrl, redisUrl } = await mine.running;
  project.provide('databaseUrl', databaseUrl);
  project.provide('redisUrl', redisUrl);
  return async () => {
    if (--mine.users > 0) return;
    shared.ingotServices = undefined;
    await (await mine.running).stop();
  };
}

async function start(): Promise<Running> {
  const wish = process.env.INGOT_TEST_SERVICES as Mode | undefined;
  if (wish) {
    if (!MODES.includes(wish))
      throw new Error(`INGOT_TEST_SERVICES=${wish}: must be one of ${MODES.join(', ')}`);
    return wish === 'containers' ? containers() : servers(wish);
  }
  if (engineAnswers()) {
    try {
      return await containers();
    } catch (error) {
      console.warn(`Containers could not be started (${(error as Error).message}); going on without.`);
    }
  }
  return servers(process.env.DATABASE_URL && process.env.REDIS_URL ? 'given' : 'local');
}

async function servers(mode: 'given' | 'local'): Promise<Running> {
  const dir = mkdtempSync(`${tmpdir()}/ingot-test-`);
  chmodSync(dir, 0o755); // Postgres runs as a user of its own when we are root
  const remove = () => rmSync(dir, { recursive: true, force: true });
  try {
    const services = await startServices({ dir, mode, log: (line) => console.warn(line) });
    return { ...services, stop: () => services.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

async function containers(): Promise<Running> {
  // Its reaper is one more image to fetch; what is started here is stopped below.
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
  const [{ PostgreSqlContainer }, { RedisContainer }] = await Promise.all([
    import('@testcontainers/postgresql'),
    import('@testcontainers/redis'),
  ]);
  const settings = ['max_connections=300', 'fsync=off', 'synchronous_commit=off'].flatMap((each) => [
    '-c',
    each,
  ]);
  const started = await Promise.allSettled([
    new PostgreSqlContainer('postgres:17-alpine').withCommand(['postgres', ...settings]).start(),
    new RedisContainer('redis:7-alpine').start(),
  ]);
  const stop = async () => {
    await Promise.all(started.map((each) => (each.status === 'fulfilled' ? each.value.stop() : undefined)));
  };
  const [postgres, redis] = started;
  if (postgres.status === 'rejected' || redis.status === 'rejected') {
    await stop();
    throw postgres.status === 'rejected' ? postgres.reason : (redis as PromiseRejectedResult).reason;
  }
  return { databaseUrl: postgres.value.getConnectionUri(), redisUrl: redis.value.getConnectionUrl(), stop };
}
