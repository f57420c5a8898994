/** All keys of BullMQ start with this. */
export const QUEUE_PREFIX = 'ingot';
export const JOB_VERSION = 1;

/** A job is only a pointer to an operation row, which is claimed under its fence: no secrets, and harmless to run twice. */
export interface OperationJob {
  version: number;
  operationId: string;
  fence: number;
  verb: string;
  node: string;
}

/** Conductors of one group with the same hardware types share a pool, and with it a queue. */
export function poolName(group: string, hardwareTypes: string[]): string {
  return `${group || 'default'}.${[...hardwareTypes].sort().join('+')}`;
}
export const queueName = (pool: string) => `operations.${pool}`;
export const callQueueName = (pool: string) => `calls.${pool}`;

/** Unique per activation of an operation: BullMQ silently ignores an id it still remembers (fault case P06). */
export const jobId = (operationId: string, fence: number) => `op-${operationId}-${fence}`;
