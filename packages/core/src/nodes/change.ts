import { setTimeout as sleep } from 'node:timers/promises';
import { type NodePatch, type NodeRecord, nodeLocked, nodeNotFound } from '@ingot/domain';
import type { Core } from '../context.ts';

/** What was decided: nothing to do (`is` is the answer), or a conditional write that gives undefined when it came too late. */
export type Decision<T> = { is: T } | { write: () => Promise<T | undefined> };

const MAX_STALE = 10;

/**
 * A change that touches only Postgres: read, decide, write if nobody wrote in between. It takes no Redlock, because the
 * conditional write is the lock: an intent is conditional on the same revision, so that no operation can start between
 * the read and the write. While an operation holds the node it tries as often as Ironic does (3 times at 1 s).
 * @param decide throws to refuse: what can never be is said at once, held or not
 * @throws NotFound, Conflict (NodeLocked)
 * Round trips: 2 Postgres, more only when somebody else writes the same node.
 */
export async function whenFree<T>(core: Core, ident: string, decide: (node: NodeRecord) => Promise<Decision<T>> | Decision<T>): Promise<T> {
  let busy = 0;
  for (let stale = 0; stale < MAX_STALE; ) {
    const node = await core.store.nodes.get(ident);
    if (!node) throw nodeNotFound(ident);
    const decision = await decide(node);
    if ('is' in decision) return decision.is;
    if (node.reservation) {
      if (++busy >= core.config.nodeLocked.attempts) throw nodeLocked(node.uuid, node.reservation);
      await sleep(core.config.nodeLocked.intervalMs);
      continue;
    }
    const written = await decision.write();
    if (written !== undefined) return written;
    stale++;
  }
  throw nodeLocked(ident, 'another request');
}

/** @param decide gives the fields to write, or undefined when nothing is to change */
export function changeNode(core: Core, ident: string, decide: (node: NodeRecord) => Promise<NodePatch | undefined> | NodePatch | undefined): Promise<NodeRecord> {
  return whenFree<NodeRecord>(core, ident, async (node) => {
    const patch = await decide(node);
    return patch ? { write: () => core.store.nodes.update(node.uuid, node.revision, patch, { requireUnreserved: true }) } : { is: node };
  });
}
