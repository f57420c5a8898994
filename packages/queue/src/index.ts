import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { createAdmission } from './admission.ts';
import { callQueueName, JOB_VERSION, jobId, type OperationJob, QUEUE_PREFIX, queueName } from './jobs.ts';
import { openRedis, withDeadline } from './redis.ts';

export type { Admission, AdmissionClass } from './admission.ts';
export { callQueueName, JOB_VERSION, jobId, type OperationJob, poolName, QUEUE_PREFIX, queueName } from './jobs.ts';
export { openRedis, withDeadline } from './redis.ts';

export interface QueueOptions {
  redisUrl: string;
  /** a Redis command that takes longer has failed, though it may still happen */
  timeoutMs: number;
  backlog: number;
  holding: () => Promise<{ id: string; pool: string }[]>;
  onError: (error: Error) => void;
}

/** BullMQ and the slots: everything that carries work from the API to the conductors. */
export function openQueue(options: QueueOptions) {
  const redis: Redis = openRedis(options.redisUrl, 'producer', options.timeoutMs, options.onError);
  const admission = createAdmission(redis, options.backlog, options.holding);
  const queues = new Map<string, Queue>();
  const events = new Map<string, QueueEvents>();

  function queue(name: string): Queue {
    let found = queues.get(name);
    if (!found) {
      found = new Queue(name, {
        connection: redis,
        prefix: QUEUE_PREFIX,
        skipVersionCheck: true,
        defaultJobOptions: { attempts: 1, removeOnComplete: { age: 3_600, count: 1_000 }, removeOnFail: { age: 86_400, count: 1_000 } },
      });
      found.on('error', options.onError);
      queues.set(name, found);
    }
    return found;
  }
  function eventsOf(name: string): QueueEvents {
    let found = events.get(name);
    if (!found) {
      found = new QueueEvents(name, { connection: openRedis(options.redisUrl, 'worker', options.timeoutMs, options.onError), prefix: QUEUE_PREFIX });
      found.on('error', options.onError);
      events.set(name, found);
    }
    return found;
  }

  return {
    redis,
    admission,
    queue,
    /** Adds the job; adding it twice adds it once. @throws when Redis did not answer in time: it may have happened */
    async enqueue(pool: string, job: Omit<OperationJob, 'version'>, label: string, timeoutMs: number): Promise<void> {
      const data: OperationJob = { version: JOB_VERSION, ...job };
      const added = queue(queueName(pool)).add(`${job.verb} ${label}`, data, { jobId: jobId(job.operationId, job.fence) });
      await withDeadline(added, timeoutMs, 'enqueue');
    },
    /** Is the job there, and still to be done? `ended` jobs block their id until they are removed. */
    async jobState(pool: string, operationId: string, fence: number): Promise<'pending' | 'ended' | 'missing'> {
      const state = await queue(queueName(pool)).getJobState(jobId(operationId, fence));
      if (state === 'unknown') return 'missing';
      return state === 'completed' || state === 'failed' ? 'ended' : 'pending';
    },
    /** Takes a job back that should not run. Best effort: a job that runs all the same loses at its claim. */
    async remove(pool: string, operationId: string, fence: number): Promise<void> {
      await queue(queueName(pool)).remove(jobId(operationId, fence));
    },
    /** Asks a conductor of the pool to do something short with a driver and waits for its answer. */
    async call(pool: string, name: string, data: object, timeoutMs: number): Promise<unknown> {
      // Kept for a moment: waitUntilFinished looks at the job before it listens, and a removed one is an error to it.
      const kept = { removeOnComplete: { age: 30 }, removeOnFail: { age: 30 } };
      const events = eventsOf(callQueueName(pool));
      const answer = events.waitUntilReady().then(() => queue(callQueueName(pool)).add(name, data, kept)).then((job) => job.waitUntilFinished(events, timeoutMs));
      return withDeadline(answer, timeoutMs, name);
    },
    ping: () => withDeadline(redis.ping(), options.timeoutMs, 'redis').then(() => undefined),
    async close(): Promise<void> {
      const closing = [...queues.values(), ...events.values()].map((each) => each.close().catch(options.onError));
      await withDeadline(Promise.all(closing), 1_000, 'close').catch(options.onError);
      redis.disconnect();
    },
  };
}
export type WorkQueue = ReturnType<typeof openQueue>;
