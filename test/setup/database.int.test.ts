import { Redis } from 'ioredis';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase, freshRedis } from './database.ts';

test('a fresh database has the schema and no rows, and is gone after drop', async () => {
  const { databaseUrl, drop } = await freshDatabase();
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  expect((await client.query('SELECT count(*)::int AS nodes FROM nodes')).rows).toEqual([{ nodes: 0 }]);
  await drop();
  await expect(new pg.Client({ connectionString: databaseUrl }).connect()).rejects.toThrow('does not exist');
});

test('a fresh Redis is empty', async () => {
  const redis = new Redis(await freshRedis());
  await redis.set('left', 'over');
  await freshRedis();
  expect(await redis.dbsize()).toBe(0);
  redis.disconnect();
});
