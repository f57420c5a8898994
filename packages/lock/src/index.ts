/// <reference path="./redlock.d.ts" />
import type { Redis } from 'ioredis';
import Redlock, { Lock } from 'redlock';

const resource = (nodeUuid: string) => `ingot:lock:${nodeUuid}`;

export interface NodeLockOptions {
  redis: Redis;
  ttlMs: number;
  onError: (error: Error) => void;
}

/**
 * Redlock per node. It keeps requests on one node from running into each other and spares Postgres the stampede;
 * what makes a conflict harmless is the fence (docs/decisions/0001). Each call is one round trip.
 * The API takes the lock, the conductor takes it over by its token: nobody else gets in between.
 */
export function createNodeLock(options: NodeLockOptions) {
  const redlock = new Redlock([options.redis], { retryCount: 0, driftFactor: 0.01 });
  redlock.on('error', options.onError);
  const handle = (nodeUuid: string, token: string) =>
    new Lock(redlock, [resource(nodeUuid)], token, [], Date.now() + options.ttlMs);
  const isHeld = (error: unknown) => (error as Error).name === 'ExecutionError' || (error as Error).name === 'ResourceLockedError';
  /** Redlock tells a lost vote and a dead server with one class: look at what the servers said. */
  async function heldByOther(error: unknown): Promise<boolean> {
    if (!isHeld(error)) return false;
    const attempts = await Promise.all((error as { attempts?: Promise<{ votesAgainst: Map<unknown, Error> }>[] }).attempts ?? []);
    return attempts.every((attempt) => [...attempt.votesAgainst.values()].every((vote) => vote.name === 'ResourceLockedError'));
  }

  return {
    /** @returns the token, or undefined when somebody else holds it. @throws when Redis does not answer */
    async acquire(nodeUuid: string): Promise<string | undefined> {
      try {
        return (await redlock.acquire([resource(nodeUuid)], options.ttlMs)).value;
      } catch (error) {
        if (await heldByOther(error)) return undefined;
        throw error;
      }
    },
    /** Takes a lock over by its token, or anew when it has expired. @returns the token, or undefined: held by another */
    async takeOver(nodeUuid: string, token: string | null): Promise<string | undefined> {
      if (token && (await this.extend(nodeUuid, token))) return token;
      return this.acquire(nodeUuid);
    },
    /** @returns false when the lock was lost */
    async extend(nodeUuid: string, token: string): Promise<boolean> {
      try {
        await redlock.extend(handle(nodeUuid, token), options.ttlMs);
        return true;
      } catch (error) {
        if (await heldByOther(error)) return false;
        throw error;
      }
    },
    /** Never throws: a lock that cannot be released runs out by itself. */
    async release(nodeUuid: string, token: string): Promise<void> {
      await redlock.release(handle(nodeUuid, token)).catch((error: Error) => {
        if (!isHeld(error)) options.onError(error);
      });
    },
  };
}
export type NodeLock = ReturnType<typeof createNodeLock>;
