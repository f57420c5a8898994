import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, each } from './client.ts';

const FIRST_POLL_MS = 20;
const SLOWEST_POLL_MS = 200;
const GIVE_UP_MS = 120_000;

/** What a node is taken through, and where each request ends. */
export const WALK = [
  { target: 'manage', final: 'manageable' },
  { target: 'provide', final: 'available' },
  { target: 'active', final: 'active' },
  { target: 'deleted', final: 'available' },
] as const;
export type Leg = (typeof WALK)[number];
export interface Timing {
  /** ms of each accepted PUT or POST */
  put: number[];
  /** ms from the first PUT until the final state was seen */
  toFinal: number[];
  polls: number;
  seconds: number;
}
const timing = (): Timing => ({ put: [], toFinal: [], polls: 0, seconds: 0 });

export async function createNodes(
  client: Client,
  count: number,
  atOnce: number,
): Promise<{ nodes: string[]; timing: Timing }> {
  const nodes = Array.from({ length: count }, () => randomUUID());
  const seen = timing();
  seen.seconds = await each(nodes, atOnce, async (uuid) => {
    const answer = await client.insist('POST', '/v1/nodes', {
      uuid,
      driver: 'fake-hardware',
      name: `bench-${uuid}`,
    });
    seen.put.push(answer.took);
  });
  return { nodes, timing: seen };
}

/** One node through one leg: a PUT, then states until the final one. @throws Error when it ends anywhere else, or not at all */
async function walkOne(client: Client, node: string, { target, final }: Leg, seen: Timing): Promise<void> {
  const began = performance.now();
  seen.put.push((await client.insist('PUT', `/v1/nodes/${node}/states/provision`, { target })).took);
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(wait * 1.5, SLOWEST_POLL_MS)) {
    await delay(wait);
    seen.polls++;
    const states = JSON.parse((await client.insist('GET', `/v1/nodes/${node}/states`)).text);
    if (states.provision_state === final && states.target_provision_state === null) break;
    const stuck = performance.now() - began > GIVE_UP_MS;
    if (stuck || / failed$|^error$/.test(states.provision_state))
      throw new Error(`${node}: ${target} ended in ${JSON.stringify(states)}`);
  }
  seen.toFinal.push(performance.now() - began);
}

/** All nodes through one leg; a client takes its next node when the last one is in its final state. */
export async function walk(client: Client, nodes: string[], leg: Leg, atOnce: number): Promise<Timing> {
  const seen = timing();
  seen.seconds = await each(nodes, atOnce, (node) => walkOne(client, node, leg, seen));
  return seen;
}

/** Each client creates a node and walks it through all legs, then the next. `toFinal` holds the whole cycles. */
export async function pipeline(client: Client, cycles: number, atOnce: number): Promise<Timing> {
  const seen = timing();
  const whole: number[] = [];
  seen.seconds = await each(Array.from({ length: cycles }), atOnce, async () => {
    const began = performance.now();
    const [node = ''] = (await createNodes(client, 1, 1)).nodes;
    for (const leg of WALK) await walkOne(client, node, leg, seen);
    whole.push(performance.now() - began);
  });
  return { ...seen, toFinal: whole };
}
