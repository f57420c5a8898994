import { engineAnswers, postgresContainer, redisContainer } from './containers.ts';
import { type Service, startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

export { outlive } from './child.ts';
export { engineAnswers } from './containers.ts';
export { freePort } from './ports.ts';
export { type Service, startPostgres } from './postgres.ts';
export { startRedis } from './redis.ts';

export interface ServicesOptions {
  /** data and logs of the servers */
  dir: string;
  /** durable servers whose data is kept for the next run */
  keep?: boolean;
  /** what takes time, and what was done instead; the servers' own output is in `dir` */
  log?: (line: string) => void;
  env?: NodeJS.ProcessEnv;
  /** auto: given URLs, else local servers, else containers */
  mode?: 'auto' | 'given' | 'local' | 'containers';
}
export interface Services {
  databaseUrl: string;
  redisUrl: string;
  how: { postgres: string; redis: string };
  stop(): Promise<void>;
}

/** Postgres and Redis, from wherever they can be had. @throws Error naming the command that would help */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { dir, keep = false, log = () => undefined, env = process.env, mode = 'auto' } = options;
  const started: Service[] = [];
  async function have(
    given: string | undefined,
    local: () => Promise<Service>,
    container: () => Promise<Service>,
  ): Promise<Service> {
    if (given && (mode === 'auto' || mode === 'given'))
      return { url: given, how: 'given', stop: async () => undefined };
    if (mode === 'given') throw new Error('DATABASE_URL and REDIS_URL must be set.');
    if (mode === 'containers') return container();
    try {
      return await local();
    } catch (error) {
      if (mode === 'local' || !engineAnswers()) throw error;
      log(`${(error as Error).message} Using a container.`);
      return container();
    }
  }
  const stop = async () => {
    for (const service of started.reverse()) await service.stop();
  };
  try {
    const postgres = await have(
      env.DATABASE_URL,
      () => startPostgres(`${dir}/postgres`, keep),
      postgresContainer,
    );
    started.push(postgres);
    const redis = await have(env.REDIS_URL, () => startRedis(`${dir}/redis`, keep, log), redisContainer);
    started.push(redis);
    return {
      databaseUrl: postgres.url,
      redisUrl: redis.url,
      how: { postgres: postgres.how, redis: redis.how },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
