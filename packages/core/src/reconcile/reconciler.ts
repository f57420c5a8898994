import { randomUUID } from 'node:crypto';
import { isTransient, TRANSIENT_STATES } from '@ingot/domain';
import type { Fault, Held } from '@ingot/store';
import type { Core } from '../context.ts';
import { compensate } from '../requests/compensate.ts';
import { transition } from '../transition.ts';
import { failOrphan } from '../work/recover.ts';
import { expireWait } from './expire.ts';
import { restoreQueued } from './queued.ts';
import { sweepSlots } from './slots.ts';

/** What each kind of fault gets; a new kind does not compile without a row here. */
const REPAIRS: { [F in Fault]: (core: Core, held: Held) => Promise<boolean> } = {
  intent: (core, held) => compensate(core, held, 'The API process was lost before the operation was handed over; it was reverted.', 'reconciler'),
  lease: (core, held) => {
    const host = held.operation.owner_host;
    return failOrphan(core, held, `Conductor ${host} was lost while the node was in ${held.node.provision_state}; the operation was ended.`, 'lease');
  },
  deadline: expireWait,
  queued: restoreQueued,
};

/**
 * Keeps invariant I1: what no hook could repair is repaired here, within lease + sweep of the fault. Every API and
 * conductor process runs it; one at a time is elected in Postgres. It needs no slot, no driver and, for most repairs,
 * no Redis.
 */
export function startReconciler(core: Core): { stop(): void; sweep(): Promise<void> } {
  const holder = randomUUID();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function sweep(): Promise<void> {
    if (!(await core.store.leader.lead('reconciler', holder, core.config.sweepMs * 3))) return;
    for (const held of await core.store.operations.sweep(core.config.queuedCheckMs)) {
      await one(`fault.${held.fault}`, held, async () => {
        if (await REPAIRS[held.fault](core, held)) core.metrics.repairs.inc({ fault: held.fault });
      });
    }
    for (const node of await core.store.operations.unowned([...TRANSIENT_STATES])) {
      await one('fault.unowned', { node }, () => repairUnowned(core, node));
    }
    await sweepSlots(core);
  }
  /** One that cannot be repaired must not keep the others from it. */
  async function one(event: string, held: { node: Held['node'] }, repair: () => Promise<void>): Promise<void> {
    await repair().catch((error: Error) => core.log.error({ err: error, node: held.node.uuid }, `${event}.failed`));
  }
  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      sweep()
        .catch((error: Error) => core.log.warn({ err: error }, 'reconciler.sweep.failed'))
        .finally(schedule);
    }, core.config.sweepMs * (0.8 + Math.random() * 0.4));
  }
  schedule();
  return {
    sweep,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** By I1 there is no such node; if there is one all the same, it is freed, and the metric says so. */
async function repairUnowned(core: Core, node: Held['node']): Promise<void> {
  const text = `The node was in ${node.provision_state} without an operation; it was repaired.`;
  const patch = isTransient(node.provision_state) ? { ...transition(node, 'fail'), last_error: text, reservation: null } : { reservation: null };
  if (await core.store.nodes.update(node.uuid, node.revision, patch)) {
    core.metrics.repairs.inc({ fault: 'unowned' });
    core.log.error({ node: node.uuid, state: node.provision_state }, 'node.unowned.repaired');
  }
}
