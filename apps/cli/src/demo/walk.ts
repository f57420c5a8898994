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
  const until = performance.now() + LIMIT_MS;
  for (;;) {
    await ask(client, waiting, target, signal);
    const nodes = await nodesOf(client, names);
    signal.throwIfAborted();
    table.show(nodes);
    const behind = nodes.filter((node) => node.provision_state !== end || node.reservation !== null);
    if (waiting.size === 0 && behind.length === 0) return true;
    const failed = behind.filter((node) => / failed$|^error$/.test(node.provision_state));
    if (failed.length > 0 || performance.now() > until) {
      for (const node of failed.length > 0 ? failed : behind) process.stdout.write(`  ${complaint(node)}\n`);
      return false;
    }
    await delay(150, undefined, { signal });
  }
}

/** Takes out of `waiting` what was accepted. */
async function ask(client: Client, waiting: Set<string>, target: string, signal: AbortSignal): Promise<void> {
  for (const name of waiting) {
    signal.throwIfAborted();
    const { status } = await client.provision(name, target);
    if (status === 202) waiting.delete(name);
    if (status === 503) return;
  }
}

const complaint = ({ name, provision_state, last_error }: ShownNode) =>
  `${name} is in ${provision_state}${last_error ? `: ${last_error}` : ''}`;

export async function nodesOf(client: Client, names: string[]): Promise<ShownNode[]> {
  const wanted = new Set(names);
  return (await client.nodes()).filter(({ name }) => name !== null && wanted.has(name));
}
