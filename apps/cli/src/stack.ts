import { mkdirSync } from 'node:fs';
import { loadConfig } from '@ingot/config';
import { freePort, startServices } from '@ingot/services';
import { migrate } from '@ingot/store';
import { type Child, endOfLog, startChild } from './child.ts';
import { Interrupted } from './interrupted.ts';
import { dataDir, logsOf, MAIN } from './places.ts';
import { portOr } from './ports.ts';

export { dataDir } from './places.ts';

export interface StackOptions {
  /** names its folder below .ingot/ */
  name: string;
  /** durable servers whose data stays */
  keep: boolean;
  /** where Postgres and Redis keep their data, when that is not the folder of that name */
  data?: string;
  conductors: number;
  capacity: number;
  /** settings for the processes, on top of this one's environment */
  env?: NodeJS.ProcessEnv;
  onProgress?: (line: string) => void;
  /** ends the start, and undoes it */
  signal?: AbortSignal;
}
export interface Stack {
  apiUrl: string;
  dashboardUrl: string;
  dashboardLogin: { user: string; password: string };
  databaseUrl: string;
  redisUrl: string;
  logs: string;
  processes: { name: string; pid: number; url: string }[];
  /** resolves with the name of the first process that ends by itself */
  died: Promise<string>;
  /** the last lines of a process's log, and how to see more */
  lastWords(name: string): string;
  stop(): Promise<void>;
}

const READY_MS = 60_000;

/**
 * Starts services, schema, one API, the conductors and the dashboard, each as a process of its own.
 * @throws Error naming the process that did not come up; what was started is stopped again
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { name, keep, conductors, capacity, onProgress: say = () => undefined, signal } = options;
  const given = { ...process.env, ...options.env };
  const config = loadConfig(given);
  const logs = logsOf(name);
  mkdirSync(logs, { recursive: true });
  say('starting Postgres and Redis');
  const services = await startServices({ dir: options.data ?? dataDir(name), keep, log: say, env: given });
  say(`Postgres: ${services.how.postgres}, Redis: ${services.how.redis}`);

  /** In the order of their start: each stage needs those before it. */
  const stages: Child[][] = [];
  let stopped: Promise<void> | undefined;
  async function stopAll(): Promise<void> {
    for (const stage of stages.toReversed()) {
      await Promise.all(stage.map((child) => child.stop(config.graceMs + 3_000)));
    }
    await services.stop();
  }
  const stop = () => (stopped ??= stopAll());

  try {
    if (signal?.aborted) throw new Interrupted();
    const applied = await migrate(services.databaseUrl);
    say(applied.length ? `schema: applied ${applied.join(', ')}` : 'schema: up to date');
    const apiUrl = at(config.api.host, await portOr(config.api.port, config.api.host, 'API', say));
    const board = config.dashboard;
    const dashboardUrl = at(board.host, await portOr(board.port, board.host, 'dashboard', say));
    const login = { user: board.user, password: board.password ?? crypto.randomUUID().slice(0, 13) };
    const env: NodeJS.ProcessEnv = {
      ...given,
      DATABASE_URL: services.databaseUrl,
      REDIS_URL: services.redisUrl,
      INGOT_API_URL: apiUrl,
      INGOT_API_PORT: new URL(apiUrl).port,
      INGOT_DASHBOARD_PORT: new URL(dashboardUrl).port,
      INGOT_DASHBOARD_PASSWORD: login.password,
      INGOT_CAPACITY: String(capacity),
    };
    const child = (
      as: string,
      app: 'api' | 'conductor' | 'dashboard',
      url: string,
      more: NodeJS.ProcessEnv = {},
    ) => startChild(as, MAIN(app), url, `${logs}/${as}.log`, { ...env, ...more });

    stages.push([child('api', 'api', apiUrl)]);
    const workers: Child[] = [];
    stages.push(workers);
    for (let i = 1; i <= conductors; i++) {
      const port = await freePort();
      const own = { INGOT_CONDUCTOR_HOST: `conductor-${i}`, INGOT_CONDUCTOR_PORT: String(port) };
      workers.push(child(`conductor-${i}`, 'conductor', at(config.api.host, port), own));
    }
    stages.push([child('dashboard', 'dashboard', dashboardUrl)]);
    const children = stages.flat();
    const died = Promise.race(
      children.map((one) => one.ended.then(() => (stopped ? new Promise<never>(() => {}) : one.name))),
    );
    for (const one of children) {
      await one.ready(READY_MS, signal);
      say(`${one.name} is ready (pid ${one.pid})`);
    }
    return {
      apiUrl,
      dashboardUrl,
      dashboardLogin: login,
      databaseUrl: services.databaseUrl,
      redisUrl: services.redisUrl,
      logs,
      processes: children.map((one) => ({ name: one.name, pid: one.pid, url: one.url })),
      died,
      lastWords: (which) => endOfLog(`${logs}/${which}.log`),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where a process that listens on `host` is reached from here. */
function at(host: string, port: number): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
