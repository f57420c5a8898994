import { setTimeout as sleep } from 'node:timers/promises';
import { type NodeRecord, nodeLocked, nodeNotFound } from '@ingot/domain';
import type { Core } from '../context.ts';
import type { Submission, Submitted } from './submit.ts';
import { submit } from './submit.ts';

/**
 * Reads, checks, submits; again from the read when somebody was faster, as often and as long as Ironic does
 * (node_locked_retry_attempts, 3 times at 1 s). What was read before a lock is never trusted after it (fault case P42).
 * @param check throws when the node does not allow it; gives what to submit, or undefined when there is nothing left to do
 * @param counted states whose nodes are counted in the statement that reads the node; `check` is given their number
 * @returns the node as it was read last
 */
export async function attempt(
  core: Core, ident: string, check: (node: NodeRecord, count: number) => Promise<Submission | undefined>, counted: readonly string[] = [],
): Promise<NodeRecord> {
  let busy = 0;
  for (let stale = 0; stale < 10; ) {
    const [read] = await Promise.all([core.store.nodes.getAndCount(ident, counted), core.directory.fresh()]);
    if (!read) throw nodeNotFound(ident);
    const { node, count } = read;
    const submission = await check(node, count);
    if (!submission) return node;
    const result: Submitted = node.reservation ? 'locked' : await submit(core, submission);
    if (result === 'accepted') return node;
    if (result === 'stale') {
      stale++;
      continue;
    }
    if (++busy >= core.config.nodeLocked.attempts) throw nodeLocked(node.uuid, node.reservation ?? core.directory.hostFor(node) ?? 'unknown');
    await sleep(core.config.nodeLocked.intervalMs);
  }
  throw nodeLocked(ident, 'another request');
}
