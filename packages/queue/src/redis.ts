import { Redis } from 'ioredis';

const reconnectOnError = (error: Error) => (/READONLY|LOADING/.test(error.message) ? 2 : (false as const));

/**
 * A Redis connection for one use.
 * - `producer`: short commands of a request. Fails within `timeoutMs` instead of queueing (ioredis would wait for ever).
 * - `worker`: BullMQ's blocking reads. No command timeout, retries for ever.
 * A timed-out command may still be carried out later (fault case P03): whoever calls must be safe against that.
 */
export function openRedis(url: string, use: 'producer' | 'worker', timeoutMs: number, onError: (error: Error) => void): Redis {
  const common = { connectTimeout: 2_000, reconnectOnError, retryStrategy: (times: number) => Math.min(100 * times, 1_000) };
  const settings =
    use === 'producer'
      ? { ...common, maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: timeoutMs, autoResendUnfulfilledCommands: false }
      : { ...common, maxRetriesPerRequest: null };
  const redis = new Redis(url, settings);
  redis.on('error', onError);
  return redis;
}

/** Rejects with `what` when `promise` has not settled within `ms`; a library that never settles cannot hold us. */
export async function withDeadline<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
