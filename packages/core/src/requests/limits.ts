import { concurrentLimit } from '@ingot/domain';
import type { Core } from '../context.ts';

/** Verbs under a per-action limit, and the states that count against it (Ironic: max_concurrent_deploy, _clean). */
const LIMITED = [
  { verbs: ['active', 'deploy', 'rebuild'], task: 'deployment', states: ['deploying', 'wait call-back'], limit: 'deploy' },
  { verbs: ['clean', 'provide', 'deleted', 'undeploy'], task: 'cleaning', states: ['deleting', 'cleaning', 'clean wait'], limit: 'clean' },
] as const;

const limitOf = (verb: string) => LIMITED.find((one) => (one.verbs as readonly string[]).includes(verb));
/** The states whose nodes count against this verb's limit; none for a verb without one. */
export const countedStates = (verb: string): readonly string[] => limitOf(verb)?.states ?? [];

/**
 * Counted in the same statement that reads the node, a moment before the intent: two requests at the same moment may
 * exceed it by one, as in Ironic. The slots are what is exact.
 * @param count nodes in `countedStates`
 * @throws Unavailable (503 ConcurrentActionLimit)
 */
export function checkActionLimit(core: Core, verb: string, count: number): void {
  const limited = limitOf(verb);
  if (!limited || count < core.config.limits[limited.limit]) return;
  core.metrics.refusals.inc({ reason: 'limit' });
  throw concurrentLimit(limited.task);
}
