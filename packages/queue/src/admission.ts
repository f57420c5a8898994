import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';

const lua = (name: string) => readFileSync(new URL(`../lua/${name}.lua`, import.meta.url), 'utf8');
const EPOCH = 'ingot:admission:epoch';
const slotsKey = (pool: string) => `ingot:slots:${pool}`;
const conductorsKey = (pool: string) => `ingot:conductors:${pool}`;

declare module 'ioredis' {
  interface RedisCommander {
    ingotAdmit(keys: number, ...args: (string | number)[]): Promise<[string, number?]>;
    ingotRebuild(keys: number, ...args: string[]): Promise<number>;
  }
}

export type Admission = { admitted: string } | { refused: 'full' | 'none' };
/** `urgent` operations (abort, power) may use the reserved share. */
export type AdmissionClass = 'ordinary' | 'urgent';

/**
 * The cluster's slots, counted in Redis. Each call is one round trip.
 * @param holding what Postgres says is in flight, asked only after Redis has lost the counters
 */
export function createAdmission(redis: Redis, backlog: number, holding: () => Promise<{ id: string; pool: string }[]>) {
  redis.defineCommand('ingotAdmit', { lua: lua('admit') });
  redis.defineCommand('ingotRebuild', { lua: lua('rebuild') });

  async function rebuild(): Promise<boolean> {
    const open = await holding();
    return (await redis.ingotRebuild(1, EPOCH, 'ingot:slots:', ...open.flatMap((one) => [one.pool, one.id]))) === 1;
  }

  return {
    /** Takes a slot in one of `pools`. Asking twice for one operation gives the same slot. */
    async admit(operationId: string, pools: string[], klass: AdmissionClass): Promise<Admission> {
      const keys = [EPOCH, ...pools.flatMap((pool) => [conductorsKey(pool), slotsKey(pool)])];
      for (let attempt = 0; attempt < 3; attempt++) {
        const [answer, index] = await redis.ingotAdmit(keys.length, ...keys, operationId, klass, backlog);
        if (answer === 'admitted') return { admitted: pools[index ?? 0] as string };
        if (answer === 'full' || answer === 'none') return { refused: answer };
        await rebuild();
      }
      throw new Error('Redis loses the admission counters faster than they can be rebuilt.');
    },
    async release(pool: string, operationId: string): Promise<void> {
      await redis.zrem(slotsKey(pool), operationId);
    },
    /** Takes a slot without asking: for an operation that goes on anyway (restored after Redis lost it). */
    async take(pool: string, operationId: string): Promise<void> {
      await redis.zadd(slotsKey(pool), 'NX', String(Date.now()), operationId);
    },
    rebuild,
    /** @returns ids of the operations that hold a slot in the pool */
    holders: (pool: string) => redis.zrange(slotsKey(pool), 0, '-1'),
    /** A conductor's word that it is alive and what it can run, for the next `ttlMs` by Redis's clock. */
    async announce(pool: string, instance: string, capacity: number, reserved: number, ttlMs: number): Promise<void> {
      const [seconds, micros] = await redis.time();
      const now = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
      await redis.zadd(conductorsKey(pool), String(now + ttlMs), `${capacity}:${reserved}:${instance}`);
      await redis.zremrangebyscore(conductorsKey(pool), '-inf', String(now - 60_000));
    },
    async withdraw(pool: string, instance: string, capacity: number, reserved: number): Promise<void> {
      await redis.zrem(conductorsKey(pool), `${capacity}:${reserved}:${instance}`);
    },
  };
}
