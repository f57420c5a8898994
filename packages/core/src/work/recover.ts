import type { Held } from '@ingot/store';
import type { Core } from '../context.ts';
import { release } from '../requests/compensate.ts';
import { failureMove } from './end.ts';

/**
 * Ends a running operation whose conductor is gone, in the verb's failure state, and frees what it held. Needs no slot
 * and no driver. @param onlyIf 'lease': do nothing if the lease was renewed meanwhile
 * @returns whether this call ended it
 */
export async function failOrphan(core: Core, { node, operation }: Held, text: string, onlyIf?: 'lease'): Promise<boolean> {
  const moved = await core.store.operations.move({
    operationId: operation.id, fence: operation.fence, from: ['running'], raiseFence: true,
    ...(onlyIf ? { onlyIf } : {}), ...failureMove(node, operation, text),
  });
  if (!moved) return false;
  await release(core, operation);
  core.metrics.operations.inc({ verb: operation.verb, outcome: 'failed' });
  core.log.error({ node: node.uuid, operation: operation.id, fence: moved.operation.fence, state: moved.node.provision_state, text }, 'operation.orphaned');
  return true;
}

/** A conductor that restarts ends what its hostname left running, before it takes new work (fault case P43). @returns how many */
export async function recoverLeftBehind(core: Core, hostname: string, instance: string): Promise<number> {
  const left = await core.store.operations.leftBehind(hostname, instance);
  for (const held of left) {
    await failOrphan(core, held, `The ${held.node.provision_state} state can't be resumed by conductor ${hostname}. Moving to fail state.`);
  }
  return left.length;
}
