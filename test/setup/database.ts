import { migrate } from '@ingot/store';
import { Redis } from 'ioredis';
import pg from 'pg';
import { inject } from 'vitest';

let made = 0;

/** A database of its own with the schema in it. `drop` also ends the connections that are still open. */
export async function freshDatabase(): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const admin = inject('databaseUrl');
  const name = `test_${process.pid}_${Date.now()}_${++made}`;
  await statement(admin, `CREATE DATABASE ${name}`);
  const at = new URL(admin);
  at.pathname = `/${name}`;
  const drop = () => statement(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  try {
    await migrate(at.href);
  } catch (error) {
    await drop();
    throw error;
  }
  return { databaseUrl: at.href, drop };
}

async function statement(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** @returns the URL of an emptied Redis database that no other test worker uses (there are 15 beside the default) */
export async function freshRedis(): Promise<string> {
  const at = new URL(inject('redisUrl'));
  at.pathname = `/${((Number(process.env.VITEST_POOL_ID ?? 1) - 1) % 15) + 1}`;
  const redis = new Redis(at.href);
  try {
    await redis.flushdb();
  } finally {
    redis.disconnect();
  }
  return at.href;
}
