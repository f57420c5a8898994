import { isStable, TRANSIENT_STATES } from '@ingot/domain';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { expect } from 'vitest';
import { type Member, until } from './cluster.ts';
import { disorder, type Effect } from './effects.ts';

export interface Evidence {
  db: pg.Pool;
  redis: Redis;
  members: Member[];
  effects: readonly Effect[];
}

/** The invariants that hold at the end of every test, over database, slots and logs (design.md, I1 to I7). */
export async function checkInvariants({ db, redis, members, effects }: Evidence): Promise<void> {
  const stuck = await db.query(
    `SELECT n.name, n.provision_state FROM nodes n WHERE n.provision_state = ANY ($1)
     AND NOT EXISTS (SELECT FROM operations o WHERE o.node_uuid = n.uuid AND o.ended_at IS NULL)`, [[...TRANSIENT_STATES]],
  );
  expect(stuck.rows, 'I1: transient nodes without an operation').toEqual([]);
  const reserved = await db.query(
    `SELECT n.name, n.reservation FROM nodes n WHERE n.reservation IS NOT NULL
     AND NOT EXISTS (SELECT FROM operations o WHERE o.node_uuid = n.uuid AND o.ended_at IS NULL)`,
  );
  expect(reserved.rows, 'I6: reservations without an operation').toEqual([]);
  const nodes = await db.query('SELECT name, provision_state, target_provision_state, reservation, last_error, clean_step, deploy_step FROM nodes');
  for (const node of nodes.rows) {
    if (isStable(node.provision_state)) expect(node.target_provision_state, `target of ${node.name} in ${node.provision_state}`).toBeNull();
    if (/failed$/.test(node.provision_state)) expect(node.last_error, `last_error of ${node.name}`).toBeTruthy();
  }
  await until(async () => {
    const open = new Set((await db.query(`SELECT id FROM operations WHERE ended_at IS NULL AND status <> 'waiting'`)).rows.map((row) => row.id));
    const keys = await redis.keys('ingot:slots:*');
    const held = (await Promise.all(keys.map((key) => redis.zrange(key, 0, '-1')))).flat();
    return held.every((id) => open.has(id));
  }, 'I5: every slot belongs to an open operation', 10_000);
  expect(disorder(effects), 'I3: no action under a fence that was passed already').toEqual([]);
  const { rows: dead } = await db.query(`SELECT id FROM operations WHERE status = 'reverted' AND id = ANY ($1)`, [[...new Set(effects.map(({ operation }) => operation).filter(Boolean))]]);
  expect(dead, 'I4: nothing was done for a reverted operation').toEqual([]);
  for (const member of members) {
    expect(member.output(), `${member.name} has no silent errors`).not.toMatch(/unhandledRejection|UnhandledPromise|uncaughtException|TypeError|ReferenceError/);
  }
}
