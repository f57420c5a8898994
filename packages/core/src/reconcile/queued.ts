import type { Held } from '@ingot/store';
import type { Core } from '../context.ts';
import { compensate } from '../requests/compensate.ts';

/**
 * An accepted operation that no conductor has claimed yet. Its job may be lost (Redis emptied), ended without a claim
 * (its worker died in between), or in a pool whose conductors are all gone.
 * @returns whether something had to be done
 */
export async function restoreQueued(core: Core, held: Held): Promise<boolean> {
  const { node, operation } = held;
  await core.directory.refresh();
  const pools = await core.directory.pools(node.driver, node.conductor_group);
  const pool = operation.pool && pools.includes(operation.pool) ? operation.pool : pools[0];
  if (!pool) return compensate(core, held, 'No conductor was left to run the operation; it was reverted.', 'reconciler');
  if (pool === operation.pool) {
    const state = await core.queue.jobState(pool, operation.id, operation.fence);
    if (state === 'pending') return false;
    if (state === 'ended') await core.queue.remove(pool, operation.id, operation.fence);
  } else {
    const moved = await core.store.operations.move({ operationId: operation.id, fence: operation.fence, from: ['queued'], operation: { pool } });
    if (!moved) return false;
    if (operation.pool) await core.queue.admission.release(operation.pool, operation.id);
  }
  await core.queue.admission.take(pool, operation.id);
  const job = { operationId: operation.id, fence: operation.fence, verb: operation.verb, node: node.uuid };
  await core.queue.enqueue(pool, job, node.name ?? node.uuid, core.config.enqueueTimeoutMs);
  core.log.warn({ node: node.uuid, operation: operation.id, pool }, 'job.restored');
  return true;
}
