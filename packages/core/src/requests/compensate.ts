import type { JsonObject, NodePatch, OperationRecord } from '@ingot/domain';
import type { Held, MoveInput } from '@ingot/store';
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
export async function compensate(core: Core, held: Held, reason: string, by: 'api' | 'reconciler'): Promise<boolean> {
  const { operation } = held;
  const { waiting, ...before } = operation.before as { waiting?: { verb: string; args: JsonObject; deadline: string | null } };
  const move: MoveInput = {
    operationId: operation.id,
    fence: operation.fence,
    from: ['intent', 'queued'],
    raiseFence: true,
    operation: waiting
      ? { status: 'waiting', phase: 'start', verb: waiting.verb, args: waiting.args, reason, pool: null, lock_token: null, deadline_ms: left(waiting.deadline) }
      : { status: 'reverted', reason },
    node: { ...(before as NodePatch), reservation: null, last_error: reason },
    history: [{ severity: 'ERROR', event: `${operation.verb} was refused and reverted: ${reason}`, event_type: 'transition' }],
  };
  let moved: Held | undefined;
  try {
    moved = await core.store.operations.move(move);
  } catch (error) {
    // Not undone yet, the reconciler will: at least its job must not be taken up once Postgres is back.
    await removeJob(core, operation);
    throw error;
  }
  if (!moved && (await goesOn(core, operation))) return false;
  await Promise.all([release(core, operation), removeJob(core, operation)]);
  if (!moved) return false;
  core.metrics.reverts.inc({ verb: operation.verb, by });
  core.log.warn({ node: operation.node_uuid, operation: operation.id, fence: moved.operation.fence, reason, by }, 'operation.reverted');
  return true;
}

/** Has a conductor claimed it, or somebody resumed it? Then slot and lock are theirs. */
async function goesOn(core: Core, operation: OperationRecord): Promise<boolean> {
  const now = await core.store.operations.get(operation.id);
  return now !== undefined && ['intent', 'queued', 'running'].includes(now.status);
}

async function removeJob(core: Core, operation: OperationRecord): Promise<void> {
  if (!operation.pool) return;
  await core.queue
    .remove(operation.pool, operation.id, operation.fence)
    .catch((error: Error) => core.log.warn({ err: error, operation: operation.id }, 'job.remove.failed'));
}
