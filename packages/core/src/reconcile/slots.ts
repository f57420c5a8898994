import type { Core } from '../context.ts';

/** Slots seen without an operation in the last sweep: only what is leaked twice is freed, since an operation may just be starting. */
const suspects = new WeakMap<Core, Set<string>>();

/** Frees slots whose operation has ended (fault case P10); rebuilds them when Redis lost all. 1 Postgres trip, 1 Redis trip a pool. */
export async function sweepSlots(core: Core): Promise<void> {
  const before = suspects.get(core) ?? new Set<string>();
  const now = new Set<string>();
  suspects.set(core, now);
  await core.queue.admission.rebuild();
  const holding = await core.store.operations.holding();
  core.metrics.queueAge.set(Math.max(0, ...holding.map((one) => one.queued_seconds)));
  const open = new Map(holding.map((one) => [one.id, one.pool]));
  await core.directory.refresh();
  for (const pool of new Set([...core.directory.live().map((conductor) => conductor.pool), ...open.values()])) {
    const holders = await core.queue.admission.holders(pool);
    core.metrics.slotsInUse.set({ pool }, holders.length);
    for (const id of holders) {
      if (open.get(id) === pool) continue;
      if (!before.has(id)) {
        now.add(id);
        continue;
      }
      await core.queue.admission.release(pool, id);
      core.metrics.repairs.inc({ fault: 'slot' });
      core.log.warn({ pool, operation: id }, 'slot.freed');
    }
  }
}
