import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, type Services, startServices } from '@ingot/services';
import { migrate } from '@ingot/store';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface StackOptions {
  /** 'up' keeps its data; others are thrown away by whoever asked */
  name: string;
  keep: boolean;
  conductors: number;
  capacity: number;
  env?: NodeJS.ProcessEnv;
  onProgress?: (line: string) => void;
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
  stop(): Promise<void>;
}
interface Child {
  name: string;
  process: ChildProcess;
  url: string;
  ended: Promise<void>;
}

/** Where servers keep their data: reachable for Postgres's own user also when the checkout is not. */
export const dataDir = (name: string) => `${process.env.INGOT_DATA_DIR ?? `${tmpdir()}/ingot-${userInfo().uid}`}/${name}`;

/** @returns `wanted`, or a free port when somebody has it */
async function portOr(wanted: number, say: (line: string) => void): Promise<number> {
  const { createServer } = await import('node:net');
  const free = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(wanted, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  if (free) return wanted;
  const port = await freePort();
  say(`port ${wanted} is taken, using ${port}`);
  return port;
}

/** Starts services, schema, one API, the conductors and the dashboard, each as a process of its own. Undoes all of it if one fails. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const say = options.onProgress ?? (() => undefined);
  const logs = `${dataDir(options.name)}/logs`;
  mkdirSync(logs, { recursive: true });
  say('starting Postgres and Redis');
  const services: Services = await startServices({ dir: dataDir(options.name), keep: options.keep });
  say(`Postgres: ${services.how.postgres}, Redis: ${services.how.redis}`);
  const children: Child[] = [];
  let died: (name: string) => void = () => undefined;
  const firstDeath = new Promise<string>((resolve) => {
    died = resolve;
  });
  let stopping = false;

  const stop = async () => {
    stopping = true;
    for (const child of children.reverse()) {
      child.process.kill('SIGTERM');
      await Promise.race([child.ended, delay(10_000)]);
      if (child.process.exitCode === null) child.process.kill('SIGKILL');
    }
    await services.stop();
  };
  const start = (name: string, app: string, url: string, env: NodeJS.ProcessEnv) => {
    const out = createWriteStream(`${logs}/${name}.log`);
    const child = spawn(process.execPath, [`${ROOT}apps/${app}/src/main.ts`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.pipe(out, { end: false });
    child.stderr.pipe(out, { end: false });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    void ended.then(() => {
      if (!stopping) died(name);
    });
    children.push({ name, process: child, url, ended });
  };
  try {
    const applied = await migrate(services.databaseUrl);
    say(applied.length ? `schema: applied ${applied.join(', ')}` : 'schema: up to date');
    const apiPort = await portOr(Number(options.env?.INGOT_API_PORT ?? 6385), say);
    const dashboardPort = await portOr(Number(options.env?.INGOT_DASHBOARD_PORT ?? 6386), say);
    const login = { user: 'admin', password: options.env?.INGOT_DASHBOARD_PASSWORD ?? crypto.randomUUID().slice(0, 13) };
    const apiUrl = `http://127.0.0.1:${apiPort}`;
    const shared = {
      ...process.env, ...options.env, DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl,
      INGOT_API_PORT: String(apiPort), INGOT_API_URL: apiUrl, INGOT_DASHBOARD_PORT: String(dashboardPort),
      INGOT_DASHBOARD_USER: login.user, INGOT_DASHBOARD_PASSWORD: login.password, INGOT_CAPACITY: String(options.capacity),
    };
    start('api', 'api', apiUrl, shared);
    for (let i = 1; i <= options.conductors; i++) {
      const port = await freePort();
      start(`conductor-${i}`, 'conductor', `http://127.0.0.1:${port}`, { ...shared, INGOT_CONDUCTOR_HOST: `conductor-${i}`, INGOT_CONDUCTOR_PORT: String(port) });
    }
    start('dashboard', 'dashboard', `http://127.0.0.1:${dashboardPort}`, shared);
    for (const child of children) {
      say(`waiting for ${child.name}`);
      await ready(child, logs);
    }
    return {
      apiUrl, dashboardUrl: `http://127.0.0.1:${dashboardPort}`, dashboardLogin: login, databaseUrl: services.databaseUrl, redisUrl: services.redisUrl, logs,
      processes: children.map((child) => ({ name: child.name, pid: child.process.pid ?? 0, url: child.url })),
      died: firstDeath, stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws Error with the end of the process's log when it ends or is not ready within 30 s */
async function ready(child: Child, logs: string): Promise<void> {
  const until = performance.now() + 30_000;
  let last = 'no answer';
  while (child.process.exitCode === null && performance.now() < until) {
    try {
      const answer = await fetch(`${child.url}/readyz`, { signal: AbortSignal.timeout(2_000) });
      if (answer.ok) return;
      last = await answer.text();
    } catch (error) {
      last = (error as Error).message;
    }
    await delay(100);
  }
  const file = `${logs}/${child.name}.log`;
  const tail = readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n');
  throw new Error(`${child.name} did not come up (${last}). The end of ${file}:\n${tail}`);
}
