import type { Client, ShownNode } from '../client.ts';
import { columns, ranges } from '../table.ts';
import { nodesOf, walk } from './walk.ts';

export const CONDUCTORS = 2;
export const CAPACITY = 8;
const SLOTS = CONDUCTORS * CAPACITY;
const NODES = Array.from({ length: 24 }, (_, i) => `demo-${String(i + 1).padStart(2, '0')}`);
const WHY = 'No free conductor workers available';

export interface Story {
  client: Client;
  signal: AbortSignal;
  say: (text: string) => void;
  check: (held: boolean, what: string) => void;
}

/** Enrol, deploy twelve, ask for more than there are slots, look at what was refused, and bring everything home. */
export async function tell(story: Story): Promise<void> {
  const { client, signal, say, check } = story;
  const go = (names: string[], target: string, end: string) => walk(client, { names, target, end, signal });

  say(`\nEnrolling ${NODES.length} simulated machines (there are ${SLOTS} slots, so a 503 is asked again)`);
  for (const name of NODES) await client.create(name, 'fake-hardware');
  await go(NODES, 'manage', 'manageable');
  check(await go(NODES, 'provide', 'available'), `${NODES.length} nodes are enrolled, cleaned and available`);

  const twelve = NODES.slice(0, 12);
  say('\nDeploying 12');
  check(await go(twelve, 'active', 'active'), '12 nodes are active');
  check(await go(twelve, 'deleted', 'available'), '12 nodes are undeployed and available again');

  const refused = await flood(story);
  check(await go(refused, 'active', 'active'), 'the refused nodes deploy when asked again');
  check(await watch(story), `all ${NODES.length} nodes are active`);
  say('\nUndeploying all');
  check(await go(NODES, 'deleted', 'available'), 'all nodes are available');
  check(
    (await nodesOf(client, NODES)).every(settled),
    'no node is left with a target, a reservation or an error',
  );
}

const watch = ({ client, signal }: Story) =>
  walk(client, { names: NODES, target: 'active', end: 'active', signal, watch: true });

/** Asks for all nodes at once. @returns those that must be asked again */
async function flood({ client, say, check }: Story): Promise<string[]> {
  say(`\nFlood: ${NODES.length} deploys at once, ${SLOTS} slots`);
  const answers = await Promise.all(NODES.map((name) => client.provision(name, 'active')));
  const answered = (status: number) => NODES.filter((_, i) => answers[i]?.status === status);
  const [accepted, refused] = [answered(202), answered(503)];
  const after = await nodesOf(client, refused);
  say(`  202  ${String(accepted.length).padStart(2)}  ${ranges(accepted)}`);
  say(`  503  ${String(refused.length).padStart(2)}  ${ranges(refused)}`);
  const words = answers.find(({ status }) => status === 503)?.fault;
  if (words) say(`       "${words}"`);
  say('\nThe refused nodes now:');
  const rows = after.map((node) => [
    node.name,
    node.provision_state,
    node.target_provision_state,
    node.reservation,
    node.last_error,
  ]);
  const header = ['name', 'provision_state', 'target', 'reservation', 'last_error'];
  for (const row of columns([header, ...rows.map((row) => row.map(String))])) say(`  ${row}`);
  check(
    accepted.length >= SLOTS && refused.length > 0,
    'every slot was given away, and what came after was refused with 503',
  );
  check(accepted.length + refused.length === NODES.length, 'every request got an answer, 202 or 503');
  const reverted =
    after.length === refused.length && after.every((node) => unmoved(node) && node.last_error === WHY);
  check(reverted, `each refused node is available as before, with last_error "${WHY}"`);
  return NODES.filter((name) => !accepted.includes(name));
}

const unmoved = (node: ShownNode) =>
  node.provision_state === 'available' && node.target_provision_state === null && node.reservation === null;
const settled = (node: ShownNode) => unmoved(node) && node.last_error === null;
