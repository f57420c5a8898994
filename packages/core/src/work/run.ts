import { DriverError, type DriverRegistry, type IngotError, LostOwnership, Unavailable } from '@ingot/domain';
import { JOB_VERSION, type OperationJob } from '@ingot/queue';
import type { Core } from '../context.ts';
import { racePoint } from '../race.ts';
import { release } from '../requests/compensate.ts';
import { failureMove, resultMove, writeEnd } from './end.ts';
import { flowOf } from './flows/index.ts';
import type { Leases } from './leases.ts';
import { Work } from './work.ts';

export interface Conductor {
  core: Core;
  drivers: DriverRegistry;
  instance: string;
  hostname: string;
  pool: string;
  leases: Leases;
}
export type JobOutcome = 'succeeded' | 'failed' | 'waiting' | 'aborted' | 'stale' | 'lost';

/**
 * A job's life in a conductor: claim, take the lock over, run the flow, write the end, free slot and lock.
 * Never throws for anything that happened to the operation: BullMQ only carries, the operation row decides.
 * Round trips for a one-step operation: Postgres 3 (claim, step, end); Redis 2 (lock, slot and lock freed at once)
 * beside BullMQ's own fetch and finish.
 */
export async function runJob(conductor: Conductor, job: OperationJob): Promise<JobOutcome> {
  if (job.version !== JOB_VERSION) throw new Error(`Job version ${job.version} is not ours.`);
  const work = await claim(conductor, job);
  if (!work) return 'stale';
  const { core, leases } = conductor;
  leases.add(work);
  core.metrics.running.set(leases.running.size);
  try {
    return await perform(work);
  } finally {
    leases.remove(work);
    core.metrics.running.set(leases.running.size);
    await release(core, { ...work.operation, pool: work.slotPool, lock_token: work.lockToken });
  }
}

/** Turns a queued operation into a running one. Exactly one claim wins; a ghost or duplicate finds nothing (P03, P59). */
async function claim(conductor: Conductor, job: OperationJob): Promise<Work | undefined> {
  const { core, hostname, instance } = conductor;
  await racePoint('before-claim');
  const asked = performance.now();
  const held = await core.store.operations.move({
    operationId: job.operationId,
    fence: job.fence,
    from: ['intent', 'queued'],
    raiseFence: true,
    operation: { status: 'running', owner: instance, owner_host: hostname, pool: conductor.pool, lease_ms: core.config.leaseMs, start: 1 },
    node: { reservation: hostname },
  });
  if (!held) {
    core.metrics.staleJobs.inc();
    core.log.warn({ operation: job.operationId, node: job.node, fence: job.fence }, 'job.stale');
    return undefined;
  }
  const work = new Work(core, conductor.drivers, held, asked + core.config.leaseMs, conductor.pool);
  await racePoint('after-claim');
  // Without the lock the work goes on all the same: the fence is what protects it.
  work.lockToken = (await core.lock.takeOver(held.node.uuid, held.operation.lock_token).catch(() => undefined)) ?? null;
  return work;
}

async function perform(work: Work): Promise<JobOutcome> {
  const { core } = work;
  const verb = work.operation.verb;
  const fields = () => ({ node: work.node.uuid, operation: work.operationId, fence: work.fence, verb });
  const done = (outcome: JobOutcome): JobOutcome => {
    if (outcome !== 'waiting') core.metrics.operations.inc({ verb, outcome });
    core.log.info({ ...fields(), outcome, state: work.node.provision_state }, 'operation.ended');
    return outcome;
  };
  try {
    const result = await flowOf(work.operation)(work);
    await racePoint('before-end');
    await writeEnd(work, resultMove(work, result));
    await racePoint('after-end');
    return done(result.kind === 'wait' || result.kind === 'hold' ? 'waiting' : work.operation.phase === 'abort' ? 'aborted' : 'succeeded');
  } catch (error) {
    if (error instanceof LostOwnership || work.signal.reason === 'lost') return done('lost');
    const text = failureText(work, error);
    core.log.error({ ...fields(), err: error }, 'operation.failed');
    try {
      await writeEnd(work, failureMove(work.node, work.operation, text));
    } catch (lost) {
      if (lost instanceof LostOwnership) return done('lost');
      throw lost;
    }
    return done('failed');
  }
}

/** The operator's words for a failure. Only our own texts are shown: an unknown error's may hold a secret. */
function failureText(work: Work, error: unknown): string {
  if (work.signal.reason === 'stopping') {
    return `Conductor ${work.operation.owner_host} was stopped before the ${work.operation.verb} operation was finished.`;
  }
  const state = work.node.provision_state;
  const what = { verifying: 'Failed to verify', deploying: 'Failed to deploy', cleaning: 'Failed to clean', deleting: 'Failed to tear down' }[state];
  const shown = error instanceof DriverError || error instanceof Unavailable ? (error as IngotError).message : undefined;
  if (shown === undefined) return `Async execution of ${work.operation.verb} failed with error: ${(error as Error).name}`;
  return what && !shown.startsWith('Deploy step') ? `${what}: ${shown}` : shown;
}
