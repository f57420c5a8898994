import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { apiOf, type ShownNode } from '../api.ts';
import { dataDir, startStack } from '../stack.ts';
import { interrupted } from './up.ts';

const NODES = Array.from({ length: 24 }, (_, i) => `demo-${String(i + 1).padStart(2, '0')}`);
const FREE_WORKER = 'No free conductor workers available';
const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * The whole story in a minute: set-up, twelve deploys, a flood, the refusals and their revert, everything back.
 * @param exit end by itself instead of staying up
 * @returns 0 only if every check held
 */
export async function demo(exit: boolean): Promise<number> {
  rmSync(dataDir('demo'), { recursive: true, force: true });
  const stack = await startStack({
    name: 'demo', keep: false, conductors: 2, capacity: 8, onProgress: (line) => say(`  ${line}`),
    env: { INGOT_FAKE_DELAY_MS: '1500', INGOT_FAKE_JITTER_MS: '500' },
  });
  let failed = 0;
  const check = (held: boolean, what: string) => {
    say(`${held ? '✓' : '✗'} ${what}`);
    if (!held) failed++;
  };
  try {
    await Promise.race([show(apiOf(stack.apiUrl), check), stack.died.then((name) => Promise.reject(new Error(`${name} ended by itself; see ${stack.logs}`)))]);
    const { user, password } = stack.dashboardLogin;
    say(`\nAPI        ${stack.apiUrl}\nDashboard  ${stack.dashboardUrl}  (${user} / ${password})\nMetrics    ${stack.apiUrl}/metrics`);
    if (!exit) {
      say('Ctrl-C stops.');
      await Promise.race([stack.died, interrupted()]);
    }
  } finally {
    await stack.stop();
  }
  return failed === 0 ? 0 : 1;
}

type Api = ReturnType<typeof apiOf>;
type Check = (held: boolean, what: string) => void;

async function show(api: Api, check: Check): Promise<void> {
  say(`\nEnrolling ${NODES.length} nodes`);
  for (const name of NODES) await api.create(name);
  await walk(api, NODES, 'manage', 'manageable');
  await walk(api, NODES, 'provide', 'available');
  const twelve = NODES.slice(0, 12);
  say('\nDeploying 12');
  check(await walk(api, twelve, 'active', 'active'), '12 nodes are active');
  check(await walk(api, twelve, 'deleted', 'available'), '12 nodes are available again');

  say('\nFlood: 24 deploys at once, 16 slots');
  const answers = await Promise.all(NODES.map((name) => api.provision(name, 'active')));
  const refused = NODES.filter((_, i) => answers[i] === 503);
  say(`  accepted ${answers.filter((status) => status === 202).length}, refused with 503: ${refused.join(' ') || 'none'}`);
  check(refused.length === 8, 'exactly the 8 beyond the capacity were refused');
  const after = (await api.nodes()).filter(({ name }) => refused.includes(name));
  const asBefore = (node: ShownNode) => node.provision_state === 'available' && node.target_provision_state === null && node.reservation === null && node.last_error === FREE_WORKER;
  check(after.length === refused.length && after.every(asBefore), 'each refused node is back in available, unreserved, and says why');
  const missing = NODES.filter((_, i) => answers[i] !== 202);
  check(await walk(api, missing, 'active', 'active'), 'each refused node deploys a moment later');
  check(await walk(api, NODES, 'deleted', 'available'), 'all nodes are undeployed; none is stuck');
}

/** Asks for each node until it is accepted, shows the states as they change. @returns whether all got there */
async function walk(api: Api, names: string[], target: string, end: string): Promise<boolean> {
  const waiting = new Set(names);
  let last = '';
  for (const until = performance.now() + 120_000; performance.now() < until; await delay(200)) {
    for (const name of waiting) if ((await api.provision(name, target)) === 202) waiting.delete(name);
    const nodes = (await api.nodes()).filter(({ name }) => names.includes(name));
    const line = nodes.map((node) => `${node.name}:${node.provision_state}`).join(' ');
    if (line !== last) draw(nodes, last !== '');
    last = line;
    if (waiting.size === 0 && nodes.every((node) => node.provision_state === end && node.reservation === null)) return true;
  }
  return false;
}

/** A terminal sees a table that changes in place; a log sees one line of counts. */
function draw(nodes: ShownNode[], again: boolean): void {
  if (process.stdout.isTTY) {
    const rows = Math.ceil(nodes.length / 4);
    if (again) process.stdout.write(`\u001b[${rows}A`);
    for (let row = 0; row < rows; row++) {
      process.stdout.write(`\u001b[2K  ${nodes.slice(row * 4, row * 4 + 4).map((node) => `${node.name} ${node.provision_state.padEnd(11)}`).join('  ')}\n`);
    }
    return;
  }
  const counts = new Map<string, number>();
  for (const { provision_state } of nodes) counts.set(provision_state, (counts.get(provision_state) ?? 0) + 1);
  say(`  ${[...counts].map(([state, count]) => `${count} ${state}`).join(', ')}`);
}
