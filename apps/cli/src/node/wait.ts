import { setTimeout as delay } from 'node:timers/promises';
import { isFailure, isHold, isTransient } from '@ingot/domain';
import type { Client, ShownNode } from '../client.ts';

const POLL_MS = 300;

export interface Wish {
  /** uuids */
  nodes: string[];
  /** the state that counts as success; absent: any in which the node rests */
  end?: string;
  /** absent: no limit */
  limitMs?: number;
  signal: AbortSignal;
  onChange: (nodes: ShownNode[]) => void;
}

/**
 * Looks until every node rests.
 * @returns those that rest elsewhere than wished, or did not come to rest in time
 * @throws AbortError when interrupted
 */
export async function untilRested(client: Pick<Client, 'node'>, { nodes, end, limitMs, signal, onChange }: Wish): Promise<ShownNode[]> {
  const until = limitMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + limitMs;
  for (;;) {
    const seen = await Promise.all(nodes.map((uuid) => client.node(uuid)));
    onChange(seen);
    const moving = seen.filter(({ provision_state, reservation }) => isTransient(provision_state) || reservation !== null);
    if (moving.length === 0) return end === undefined ? [] : seen.filter(({ provision_state }) => provision_state !== end);
    if (performance.now() > until) return moving;
    await delay(POLL_MS, undefined, { signal });
  }
}

/** One line that says where a node ended and why, and what can be done about it. */
export function complaint({ uuid, name, provision_state: state, last_error }: ShownNode): string {
  const called = name ?? uuid;
  const why = last_error ? `: ${last_error}` : '';
  if (isTransient(state)) return `${called} is still ${state}${why}`;
  if (isHold(state)) return `${called} is on hold (${state}). Go on with: ./ingot node unhold ${called}`;
  return `${called} ${isFailure(state) ? 'ended in' : 'went back to'} ${state}${why}`;
}
