import type { JsonObject, NodePatch, OperationRecord } from '@ingot/domain';
import type { Held } from '@ingot/store';
import type { Core } from '../context.ts';

/** Frees what an operation held outside Postgres. Best effort: the reconciler frees what this could not. */
export async function release(core: Core, operation: OperationRecord): Promise<void> {
  const ignore = (what: string) => (error: Error) => core.log.warn({ err: error, operation: operation.id, what }, 'release.failed');
  await Promise.all([
    operation.pool ? core.queue.admission.release(operation.pool, operation.id).catch(ignore('slot')) : undefined,
    operation.lock_token ? core.lock.release(operation.node_uuid, operation.lock_token) : undefined,
  ]);
}

/** What is left of a wait's deadline, in ms; null: it has none. */
const left = (deadline: string | null) => (deadline === null ? null : Math.max(0, Date.parse(deadline) - Date.now()));

/**
 * The compensating hook (Ironic's spawn error hook, bug 1331494): undoes an intent whose work never started. The node
 * gets back the fields it had before, with last_error saying why; an intent on a waiting operation goes back to waiting.
 * Raising the fence makes a job that shows up later harmless: its claim finds nothing.
 * @param by who compensates, for the metric: 'api' or 'reconciler'
 * @returns false when the operation was claimed or ended by somebody else: nothing was undone
 * @throws Unavailable when Postgres is down; the reconciler does it then
 * Round trips: 1 Postgres; Redis: slot, lock and job at once.
 */
export async function compensate(core: Core, held: Held, reason: string, by: 'api' | 'reconciler', fromFence = held.operation.fence): Promise<boolean> {
  const { operation } = held;
  const { waiting, ...before } = operation.before as { waiting?: { verb: string; args: JsonObject; deadline: string | null } };
  const moved = await core.store.operations.move({
    operationId: operation.id,
    fence: fromFence,
    from: ['intent', 'queued'],
    raiseFence: true,
    operation: waiting
      ? { status: 'waiting', phase: 'start', verb: waiting.verb, args: waiting.args, reason, pool: null, lock_token: null, deadline_ms: left(waiting.deadline) }
      : { status: 'reverted', reason },
    node: { ...(before as NodePatch), reservation: null, last_error: reason },
    history: [{ severity: 'ERROR', event: `${operation.verb} was refused and reverted: ${reason}`, event_type: 'transition' }],
  });
  const free = release(core, operation);
  if (operation.pool) {
    await core.queue
      .remove(operation.pool, operation.id, operation.fence)
      .catch((error: Error) => core.log.warn({ err: error, operation: operation.id }, 'job.remove.failed'));
  }
  await free;
  if (!moved) return false;
  core.metrics.reverts.inc({ verb: operation.verb, by });
  core.log.warn({ node: operation.node_uuid, operation: operation.id, fence: moved.operation.fence, reason, by }, 'operation.reverted');
  return true;
}
