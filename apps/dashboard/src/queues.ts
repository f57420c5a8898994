import type { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { Core } from '@ingot/core';
import { callQueueName, queueName } from '@ingot/queue';

type Board = Pick<ReturnType<typeof createBullBoard>, 'addQueue'>;

/**
 * Puts the queues of every pool that a conductor ever served on the board, and looks for new ones.
 *
 * Also where the board is writable, no button can break an invariant: a job is only a pointer to an operation row, which a
 * conductor claims under its fence. A retried or altered job finds its operation ended, or claimed, or under another fence,
 * and is dropped; a removed one is added again by the reconciler; a paused queue only waits.
 */
export function followPools(
  core: Core,
  board: Board,
  options: { everyMs: number; writable: boolean },
): { stop(): void } {
  const known = new Set<string>();
  const show = (name: string, description: string) => {
    const queue = new BullMQAdapter(core.queue.queue(name), { readOnlyMode: !options.writable, description });
    queue.setFormatter('data', (data) => withLink(data, core.config.api.url));
    board.addQueue(queue);
  };
  async function discover(): Promise<void> {
    for (const { pool } of await core.store.conductors.list()) {
      if (known.has(pool)) continue;
      known.add(pool);
      show(queueName(pool), `Operations for the conductors of ${pool}`);
      show(callQueueName(pool), `Short questions to drivers in ${pool}`);
    }
  }
  const look = () =>
    void discover().catch((error: Error) => core.log.warn({ err: error }, 'dashboard.discover.failed'));
  look();
  const timer = setInterval(look, options.everyMs);
  return { stop: () => clearInterval(timer) };
}

/** The job's data and where its node is found in the API. */
export function withLink(data: unknown, apiUrl: string): unknown {
  const { node } = (data ?? {}) as { node?: unknown };
  return typeof node === 'string'
    ? { ...(data as object), link: `${apiUrl}/v1/nodes/${encodeURIComponent(node)}` }
    : data;
}
