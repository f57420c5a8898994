import { setTimeout as delay } from 'node:timers/promises';
import { answerCall, type Conductor, type DriverCall, runJob } from '@ingot/core';
import { callQueueName, type OperationJob, openRedis, QUEUE_PREFIX, queueName } from '@ingot/queue';
import { Worker } from 'bullmq';

/** Short driver calls (validate, boot device) run beside the operations, so that a full conductor still answers them. */
const CALLS_AT_ONCE = 8;
/** A job that has lain this long while slots are free shows a worker that lives and eats nothing (fault case P58). */
const WEDGED_AFTER_MS = 15_000;

/** The BullMQ workers of a conductor. They only carry: what a job means is decided by the claim in Postgres. */
export function startWorkers(conductor: Conductor, concurrency: number) {
  const { core, leases, pool } = conductor;
  const onError = (error: Error) => core.log.warn({ err: error }, 'worker.error');
  const connection = () => openRedis(core.config.redisUrl, 'worker', core.config.redisTimeoutMs, onError);
  const shared = { prefix: QUEUE_PREFIX, autorun: false, skipVersionCheck: true, lockDuration: 30_000, stalledInterval: 10_000, maxStalledCount: 3 };
  const operations = new Worker<OperationJob>(queueName(pool), (job) => runJob(conductor, job.data), {
    ...shared, connection: connection(), concurrency,
    removeOnComplete: { age: 3_600, count: 1_000 }, removeOnFail: { age: 86_400, count: 1_000 },
  });
  const calls = new Worker<DriverCall & { node: string }>(callQueueName(pool), (job) => answerCall(core, conductor.drivers, job.data), {
    ...shared, connection: connection(), concurrency: CALLS_AT_ONCE, removeOnComplete: { age: 30 }, removeOnFail: { age: 30 },
  });
  let lyingSince: number | undefined;
  for (const worker of [operations, calls]) worker.on('error', onError);

  return {
    run(): void {
      for (const worker of [operations, calls]) worker.run().catch(onError);
    },
    /** For /livez: undefined while it eats, else what is wrong. */
    async wedged(): Promise<string | undefined> {
      const waiting = await core.queue.queue(queueName(pool)).getWaitingCount().catch(() => 0);
      if (waiting === 0 || leases.running.size >= concurrency) {
        lyingSince = undefined;
        return undefined;
      }
      lyingSince ??= performance.now();
      const lain = performance.now() - lyingSince;
      return lain > WEDGED_AFTER_MS ? `jobs have lain for ${Math.round(lain / 1000)} s while slots are free` : undefined;
    },
    /** Stops fetching, waits for what runs, then cuts it: each cut operation ends in its failure state. @returns how many were cut */
    async drain(graceMs: number): Promise<number> {
      const closing = Promise.all([operations, calls].map((worker) => worker.close().catch(onError)));
      const until = performance.now() + graceMs;
      await Promise.race([closing, idle(until)]);
      const cut = [...leases.running.values()];
      for (const work of cut) work.stop('stopping');
      await Promise.race([closing, idle(performance.now() + 1_000)]);
      return cut.length;
    },
  };

  /** Resolves when nothing runs any more, or at `until` (monotonic ms). */
  async function idle(until: number): Promise<void> {
    do await delay(50);
    while (leases.running.size > 0 && performance.now() < until);
  }
}
