import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ShownNode } from '../client.ts';
import { liveTable } from './live-table.ts';

const LIMIT_MS = 120_000;

export interface Walk {
  names: string[];
  /** what is asked of the API, e.g. `active` */
  target: string;
  /** the state in which the walk ends */
  end: string;
  signal: AbortSignal;
  /** asks nothing: only watches what was asked before */
  watch?: boolean;
}

/**
 * Asks for each node until it is accepted, waits until all are in the end state, and shows the way there. A refusal ends
 * the round: where one node found no slot, the next would not either.
 * @returns whether all got there in time
 */
export async function walk(
  client: Client,
  { names, target, end, signal, watch = false }: Walk,
): Promise<boolean> {
  const waiting = new Set(watch ? [] : names);
  const table = liveTable(process.stdout);
  try {
    for (
      const until = performance.now() + LIMIT_MS;
      performance.now() < until;
      await delay(150, undefined, { signal })
    ) {
      for (const name of waiting) {
        const { status } = await client.provision(name, target);
        if (status === 202) waiting.delete(name);
        if (status === 503) break;
      }
      const nodes = await nodesOf(client, names);
      table.show(nodes);
      if (
        waiting.size === 0 &&
        nodes.every((node) => node.provision_state === end && node.reservation === null)
      )
        return true;
      const lost = nodes.filter((node) => / failed$|^error$/.test(node.provision_state));
      if (lost.length > 0) return false;
    }
    return false;
  } finally {
    table.end();
  }
}

export async function nodesOf(client: Client, names: string[]): Promise<ShownNode[]> {
  const wanted = new Set(names);
  return (await client.nodes()).filter(({ name }) => name !== null && wanted.has(name));
}
