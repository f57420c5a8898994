import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@ingot/services';
import { migrate } from '@ingot/store';
import { Redis } from 'ioredis';
import pg from 'pg';
import { inject } from 'vitest';
import { type EffectLog, startEffectLog } from './effects.ts';
import { checkInvariants } from './invariants.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Bounds short enough for tests; the arithmetic is the same as in production. */
const QUICK = {
  INGOT_LOG_LEVEL: 'info', INGOT_GRACE_MS: '3000', INGOT_LEASE_MS: '2000', INGOT_LEASE_RENEW_MS: '500', INGOT_SWEEP_MS: '400',
  INGOT_QUEUED_CHECK_MS: '1000', INGOT_CONDUCTOR_BEAT_MS: '500', INGOT_CONDUCTOR_ALIVE_MS: '2500', INGOT_NODE_LOCKED_RETRY_INTERVAL_MS: '150',
  INGOT_REQUEST_DEADLINE_MS: '2500', INGOT_ENQUEUE_TIMEOUT_MS: '1000', INGOT_REDIS_TIMEOUT_MS: '1000', INGOT_LOCK_TTL_MS: '4000',
};

type App = 'api' | 'conductor' | 'dashboard';

export interface Member {
  name: string;
  url: string;
  process: ChildProcess;
  output: () => string;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

let databases = 0;

export interface ClusterOptions {
  /** number of the Redis database in the servers that all tests share */
  redisDb?: number;
  /** servers of the test's own */
  databaseUrl?: string;
  redisUrl?: string;
  /** how the processes reach them, where a proxy stands between */
  through?: { databaseUrl?: string; redisUrl?: string };
}

/** A cluster of real processes on an own database and an own Redis database, with the effect log of its machines. */
export async function startCluster(options: ClusterOptions = {}) {
  const admin = new pg.Client({ connectionString: options.databaseUrl ?? inject('databaseUrl') });
  await admin.connect();
  const name = `ingot_${process.pid}_${++databases}_${Date.now()}`;
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const at = new URL(options.databaseUrl ?? inject('databaseUrl'));
  at.pathname = `/${name}`;
  const databaseUrl = at.href;
  await migrate(databaseUrl);
  const redisUrl = (options.redisUrl ?? inject('redisUrl')).replace(/(:\d+)(\/\d*)?$/, `$1/${options.redisDb ?? 1}`);
  const redis = new Redis(redisUrl);
  redis.on('error', () => undefined);
  await redis.flushdb();
  const db = new pg.Pool({ connectionString: databaseUrl, max: 3 });
  db.on('error', () => undefined);
  const members: Member[] = [];
  const effects: EffectLog = await startEffectLog();
  const seen = (url: string, way: string | undefined) => {
    if (way === undefined) return url;
    const through = new URL(url);
    through.host = new URL(way).host;
    return through.href;
  };
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH, ...QUICK, INGOT_FAKE_EFFECT_URL: effects.url,
    DATABASE_URL: seen(databaseUrl, options.through?.databaseUrl), REDIS_URL: seen(redisUrl, options.through?.redisUrl),
  };

  async function start(app: App, label: string, own: NodeJS.ProcessEnv): Promise<Member> {
    const port = await freePort();
    const child = spawn(process.execPath, [`${ROOT}apps/${app}/src/main.ts`], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, INGOT_API_PORT: String(port), INGOT_CONDUCTOR_PORT: String(port), INGOT_DASHBOARD_PORT: String(port), INGOT_CONDUCTOR_HOST: label, ...own },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const member: Member = {
      name: label, url: `http://127.0.0.1:${port}`, process: child, output: () => text,
      kill: (signal) => {
        child.kill(signal);
        return ended;
      },
    };
    members.push(member);
    return member;
  }
  async function ready(member: Member): Promise<Member> {
    await until(async () => {
      if (member.process.exitCode !== null) throw new Error(`${member.name} ended:\n${member.output().slice(-2000)}`);
      return (await fetch(`${member.url}/readyz`).catch(() => undefined))?.ok;
    }, `${member.name} is ready`, 30_000);
    return member;
  }
  return {
    databaseUrl, redisUrl, redis, db, members, effects,
    api: async (own: NodeJS.ProcessEnv = {}) => ready(await start('api', `api-${members.length}`, own)),
    conductor: async (label: string, own: NodeJS.ProcessEnv = {}) => ready(await start('conductor', label, own)),
    /** A process that need not come up. */
    start,
    ready,
    check: () => checkInvariants({ db, redis, members, effects: effects.log }),
    async stop() {
      await Promise.all(members.map(async (member) => {
        member.process.kill('SIGCONT');
        await Promise.race([member.kill('SIGTERM'), delay(5_000)]);
        if (member.process.exitCode === null && member.process.signalCode === null) await member.kill('SIGKILL');
      }));
      redis.disconnect();
      await Promise.all([db.end(), effects.stop()]);
    },
  };
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Waits until `condition` gives something true. Asks often; fails with `what` after the limit. */
export async function until<T>(condition: () => Promise<T | undefined | false | null> | T, what: string, limitMs = 15_000): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const value = await condition();
    if (value) return value as T;
    if (performance.now() > end) throw new Error(`Waited ${limitMs} ms in vain: ${what}`);
    await delay(25);
  }
}
