import type { OperationRecord } from '@ingot/domain';
import { Unavailable } from '@ingot/domain';
import { describe, expect, it, vi } from 'vitest';
import type { Core } from '../context.ts';
import { compensate } from './compensate.ts';

const operation = {
  id: 'op', node_uuid: 'node', verb: 'active', phase: 'start', status: 'intent', fence: 4, pool: 'p', lock_token: 'token',
  before: { provision_state: 'available' },
} as unknown as OperationRecord;

/** Postgres answers `move` and `get` as told; what is freed is recorded. */
function coreWith(move: () => Promise<unknown>, now?: Partial<OperationRecord>) {
  const freed: string[] = [];
  const core = {
    store: { operations: { move, get: async () => now } },
    queue: { remove: async () => freed.push('job'), admission: { release: async () => freed.push('slot') } },
    lock: { release: async () => freed.push('lock') },
    metrics: { reverts: { inc: vi.fn() } },
    log: { warn: vi.fn() },
  } as unknown as Core;
  return { core, freed };
}
const held = { operation } as unknown as Parameters<typeof compensate>[1];

describe('compensate', () => {
  it('frees job, slot and lock once it has undone the intent', async () => {
    const { core, freed } = coreWith(async () => held);
    expect(await compensate(core, held, 'why', 'api')).toBe(true);
    expect(freed.sort()).toEqual(['job', 'lock', 'slot']);
  });
  it('leaves slot and lock to the conductor that claimed the operation first', async () => {
    const { core, freed } = coreWith(async () => undefined, { status: 'running' });
    expect(await compensate(core, held, 'why', 'api')).toBe(false);
    expect(freed).toEqual([]);
  });
  it('frees what the API holds when the reconciler has reverted it already', async () => {
    const { core, freed } = coreWith(async () => undefined, { status: 'reverted' });
    expect(await compensate(core, held, 'why', 'api')).toBe(false);
    expect(freed.sort()).toEqual(['job', 'lock', 'slot']);
  });
  it('takes the job back also while Postgres is away, and says so', async () => {
    const { core, freed } = coreWith(async () => {
      throw new Unavailable('away');
    });
    await expect(compensate(core, held, 'why', 'api')).rejects.toThrow('away');
    expect(freed).toEqual(['job']);
  });
});
