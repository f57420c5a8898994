import { setTimeout as sleep } from 'node:timers/promises';
import { type NodePatch, type NodeRecord, nodeLocked, nodeNotFound } from '@ingot/domain';
import type { Core } from '../context.ts';

/**
 * A change that touches only Postgres: read, decide, write if nobody wrote in between. It takes no Redlock, because the
 * conditional write is the lock: an intent is conditional on the same revision. While an operation holds the node it
 * tries as often as Ironic does (3 times at 1 s).
 * @param decide gives the fields to write, or undefined when nothing is to change; throws to refuse
 * Round trips: 2 Postgres.
 */
export async function changeNode(core: Core, ident: string, decide: (node: NodeRecord) => Promise<NodePatch | undefined> | NodePatch | undefined): Promise<NodeRecord> {
  let busy = 0;
  for (let stale = 0; stale < 10; stale++) {
    const node = await core.store.nodes.get(ident);
    if (!node) throw nodeNotFound(ident);
    const patch = await decide(node);
    if (!patch) return node;
    if (!node.reservation) {
      const written = await core.store.nodes.update(node.uuid, node.revision, patch, { requireUnreserved: true });
      if (written) return written;
      continue;
    }
    if (++busy >= core.config.nodeLocked.attempts) throw nodeLocked(node.uuid, node.reservation);
    await sleep(core.config.nodeLocked.intervalMs);
  }
  throw nodeLocked(ident, 'another request');
}
