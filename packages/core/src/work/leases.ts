import type { Core } from '../context.ts';
import type { Work } from './work.ts';

/**
 * Keeps the leases of everything this conductor runs, and its Redlocks, in one trip each per interval. What Postgres no
 * longer lists as ours is told to stop at once. Between renewals ownership is believed only until the lease would have
 * run out by this process's own monotonic clock (a paused process wakes up not owning: fault cases P32, P33).
 */
export function createLeases(core: Core, instance: string) {
  const running = new Map<string, Work>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function renew(): Promise<void> {
    if (running.size === 0) return;
    const asked = performance.now();
    const all = [...running.values()];
    const kept = new Set(await core.store.operations.renew(instance, all.map((work) => work.operation.id), core.config.leaseMs));
    for (const work of all) {
      if (kept.has(work.operation.id)) work.ownedUntil = asked + core.config.leaseMs;
      else if (running.has(work.operation.id)) work.lose();
    }
    await Promise.all(
      all.map((work) => (work.lockToken ? core.lock.extend(work.node.uuid, work.lockToken) : undefined)?.catch((error: Error) =>
        core.log.debug({ err: error, node: work.node.uuid }, 'lock.extend.failed'),
      )),
    );
  }
  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      renew()
        .catch((error: Error) => core.log.warn({ err: error }, 'lease.renew.failed'))
        .finally(schedule);
    }, core.config.leaseRenewMs);
  }
  schedule();

  return {
    running,
    add: (work: Work) => running.set(work.operation.id, work),
    remove: (work: Work) => running.delete(work.operation.id),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
export type Leases = ReturnType<typeof createLeases>;
