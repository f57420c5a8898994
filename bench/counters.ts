import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Stack } from '../apps/cli/src/stack.ts';

/** A Postgres backend reports what it did up to 10 s after it went idle. */
const POSTGRES_REPORTS_AFTER_MS = 10_500;

export interface Count {
  transactions: number;
  commands: number;
  /** clock, s */
  at: number;
}

/** Counts what the servers did, not what the code means to do. */
export async function openCounters(stack: Pick<Stack, 'databaseUrl' | 'redisUrl'>) {
  const database = new pg.Client({ connectionString: stack.databaseUrl });
  await database.connect();
  const redis = new Redis(stack.redisUrl);
  const count = async (): Promise<Count> => {
    await delay(POSTGRES_REPORTS_AFTER_MS);
    const { rows } = await database.query(
      'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()',
    );
    const commands = Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1]);
    return { transactions: Number(rows[0].n), commands, at: performance.now() / 1_000 };
  };
  /** resident memory in MB, with what processes share counted once (PSS) */
  const servers = async (): Promise<[string, number][]> => {
    const { rows } = await database.query('select pg_backend_pid() as pid');
    const all = processes();
    const postmaster = all.find((each) => each.pid === rows[0].pid)?.parent ?? -1;
    const postgres = all.filter((each) => each.pid === postmaster || each.parent === postmaster);
    const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
    return [
      [
        `Postgres, ${postgres.length} processes`,
        postgres.reduce((sum, each) => sum + proportional(each.pid, each.rss), 0),
      ],
      ['Redis', all.find((each) => each.pid === pid)?.rss ?? Number.NaN],
    ];
  };
  const close = async () => {
    redis.disconnect();
    await database.end();
  };
  return { count, servers, close };
}
export type Counters = Awaited<ReturnType<typeof openCounters>>;

/** What happened between two counts over what an idle cluster does in that time. */
export function beyondIdle(from: Count, to: Count, idle: { transactions: number; commands: number }) {
  const seconds = to.at - from.at;
  return {
    transactions: to.transactions - from.transactions - idle.transactions * seconds,
    commands: to.commands - from.commands - idle.commands * seconds,
  };
}

/** MB resident of every process here */
export function processes(): { pid: number; parent: number; rss: number }[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid = 0, parent = 0, rss = 0] = line.trim().split(/\s+/).map(Number);
    return { pid, parent, rss: rss / 1_024 };
  });
}

function proportional(pid: number, rss: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1_024;
  } catch {
    return rss;
  }
}
