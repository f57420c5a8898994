import { randomUUID } from 'node:crypto';
import { IngotError, type JsonObject, NO_FREE_WORKER, type NodePatch, type NodeRecord, noFreeWorker, type OperationPhase, type OperationRecord, Unavailable } from '@ingot/domain';
import type { AdmissionClass } from '@ingot/queue';
import type { Held } from '@ingot/store';
import type { Core } from '../context.ts';
import { racePoint } from '../race.ts';
import { compensate } from './compensate.ts';

export interface Submission {
  node: NodeRecord;
  verb: string;
  phase: OperationPhase;
  /** the waiting operation that this goes on with; absent for a new one */
  waiting?: OperationRecord;
  patch: NodePatch;
  /** arguments without secrets */
  args: JsonObject;
  pools: string[];
  klass: AdmissionClass;
  requestId: string;
}
export type Submitted = 'accepted' | 'locked' | 'stale';

/** What compensation puts back: exactly the fields that the intent changes, as they were. */
function before(node: NodeRecord, patch: NodePatch): JsonObject {
  const kept: JsonObject = {};
  for (const key of Object.keys(patch) as (keyof NodePatch & keyof NodeRecord)[]) {
    if (key !== 'driver_internal_info') kept[key] = node[key] as JsonObject[string];
  }
  return kept;
}

/** The words for the client and for last_error, when the work could not be handed over. */
function refusal(error: unknown): { shown: IngotError; reason: string } {
  if (error instanceof IngotError) {
    return { shown: error, reason: error.kind === 'NoFreeConductorWorker' ? NO_FREE_WORKER : error.message };
  }
  const text = 'The work queue did not take the operation; nothing was started, retry later.';
  return { shown: new Unavailable(text, 'QueueUnavailable', { cause: error }), reason: text };
}

/**
 * Steps 2 to 7 of design.md's request: lock, intent, admit, enqueue, accept; or the compensating hook and a 503.
 * @returns 'locked': somebody else holds the node; 'stale': the node was written since it was checked. Both changed nothing
 * @throws Unavailable (503), the node being as it was
 * Round trips: Postgres 2 (intent, accept); Redis 3 (lock, admit, enqueue). With the check's read, which also counts for the limit per action: 3 and 3.
 */
export async function submit(core: Core, s: Submission): Promise<Submitted> {
  await racePoint('before-lock');
  const token = await core.lock.acquire(s.node.uuid).catch((error: Error) => {
    throw new Unavailable('The lock service is not available; nothing was changed, retry later.', 'LockUnavailable', { cause: error });
  });
  if (!token) {
    core.metrics.lockConflicts.inc();
    return 'locked';
  }
  await racePoint('after-lock');
  const host = core.directory.hostFor(s.node);
  const patch: NodePatch = { ...s.patch, reservation: host ?? core.config.conductor.host };
  let held: Held | undefined;
  try {
    held = s.waiting ? await reactivate(core, s, s.waiting, patch, token) : await create(core, s, patch, token);
  } catch (error) {
    await core.lock.release(s.node.uuid, token);
    throw error;
  }
  if (!held) {
    await core.lock.release(s.node.uuid, token);
    return 'stale';
  }
  await racePoint('after-intent');
  try {
    await handOver(core, held, s);
  } catch (error) {
    const { shown, reason } = refusal(error);
    await compensate(core, held, reason, 'api').catch((failed: Error) =>
      core.log.error({ err: failed, operation: held.operation.id, node: s.node.uuid }, 'compensation.failed'),
    );
    throw shown;
  }
  core.metrics.accepted.inc({ verb: s.verb });
  core.log.info({ node: s.node.uuid, operation: held.operation.id, fence: held.operation.fence, verb: s.verb, phase: s.phase, requestId: s.requestId }, 'operation.accepted');
  await racePoint('before-answer');
  return 'accepted';
}

function create(core: Core, s: Submission, patch: NodePatch, token: string): Promise<Held | undefined> {
  return core.store.operations.intent({
    nodeUuid: s.node.uuid,
    revision: s.node.revision,
    patch,
    operationId: randomUUID(),
    verb: s.verb,
    args: s.args,
    before: before(s.node, patch),
    lockToken: token,
    deadlineMs: core.config.requestDeadlineMs,
    requestId: s.requestId,
  });
}

/**
 * The same intent on an operation that waits (callback, abort, unhold): one operation from the first request to the end.
 * A verb that takes a waiting node elsewhere (deleted from `wait call-back`) takes the operation over, so that
 * compensation can give it back.
 */
function reactivate(core: Core, s: Submission, waiting: OperationRecord, patch: NodePatch, token: string): Promise<Held | undefined> {
  return core.store.operations.move({
    operationId: waiting.id,
    fence: waiting.fence,
    from: ['waiting'],
    raiseFence: true,
    operation: {
      status: 'intent',
      phase: s.phase,
      verb: s.verb,
      args: s.phase === 'start' ? s.args : { ...waiting.args, ...s.args },
      before: { ...before(s.node, patch), waiting: { verb: waiting.verb, args: waiting.args, deadline: waiting.deadline } },
      lock_token: token,
      deadline_ms: core.config.requestDeadlineMs,
    },
    node: patch,
  });
}

async function handOver(core: Core, held: Held, s: Submission): Promise<void> {
  const { operation } = held;
  const admission = await core.queue.admission.admit(operation.id, s.pools, s.klass);
  if ('refused' in admission) {
    core.metrics.refusals.inc({ reason: admission.refused });
    throw noFreeWorker();
  }
  operation.pool = admission.admitted;
  await racePoint('after-admit');
  const job = { operationId: operation.id, fence: operation.fence, verb: s.verb, node: s.node.uuid };
  await core.queue.enqueue(operation.pool, job, s.node.name ?? s.node.uuid, core.config.enqueueTimeoutMs);
  await racePoint('after-enqueue');
  if (!(await core.store.operations.accept(operation, operation.pool))) {
    throw new Unavailable('The request took too long and was reverted; retry later.', 'RequestTimeout');
  }
}
