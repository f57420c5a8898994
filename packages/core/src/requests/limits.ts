import { concurrentLimit } from '@ingot/domain';
import type { Core } from '../context.ts';

/** Verbs under a per-action limit, and the states that count against it (Ironic: max_concurrent_deploy, _clean). */
const LIMITED = [
  { verbs: ['active', 'deploy', 'rebuild'], task: 'deployment', states: ['deploying', 'wait call-back'], limit: 'deploy' },
  { verbs: ['clean', 'provide', 'deleted', 'undeploy'], task: 'cleaning', states: ['deleting', 'cleaning', 'clean wait'], limit: 'clean' },
] as const;

/**
 * Counted over the database and read a moment before the intent: two requests at the same moment may exceed it by one,
 * as in Ironic. The slots are what is exact. 1 Postgres round trip for limited verbs.
 * @throws Unavailable (503 ConcurrentActionLimit)
 */
export async function checkActionLimit(core: Core, verb: string): Promise<void> {
  const limited = LIMITED.find((one) => (one.verbs as readonly string[]).includes(verb));
  if (!limited) return;
  const count = await core.store.operations.inStates([...limited.states]);
  if (count >= core.config.limits[limited.limit]) {
    core.metrics.refusals.inc({ reason: 'limit' });
    throw concurrentLimit(limited.task);
  }
}
