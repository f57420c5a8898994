import { readiness } from '../child.ts';
import { clientOf, type ShownConductor, type ShownNode } from '../client.ts';
import { isUp, readState, type UpState } from '../state.ts';
import { columns } from '../table.ts';

export interface Status {
  url: string;
  processes: { name: string; pid: number; url: string; state: string }[];
  conductors: {
    hostname: string;
    group: string;
    alive: boolean;
    busy: number;
    capacity: number | null;
    hardware: string[];
  }[];
  nodes: { [state: string]: number };
}

/** @param url the API; without one, that of the stack that is up. @returns 1 when the API does not answer */
export async function status(asked: string | undefined, json: boolean): Promise<number> {
  const found = readState();
  const state = isUp(found) ? found : undefined;
  const url = asked ?? state?.stack?.apiUrl ?? 'http://127.0.0.1:6385';
  const client = clientOf(url);
  try {
    const [nodes, conductors, processes] = await Promise.all([
      client.nodes(),
      client.conductors(),
      processesOf(state, url),
    ]);
    const shown = {
      url,
      processes,
      ...summary(nodes, conductors, state?.stack?.apiUrl === url ? state : undefined),
    };
    process.stdout.write(json ? `${JSON.stringify(shown)}\n` : report(shown));
    return 0;
  } catch (error) {
    const why = ((error as Error).cause as Error | undefined)?.message || (error as Error).message;
    if (json) process.stdout.write(`${JSON.stringify({ url, error: why })}\n`);
    else process.stderr.write(`The API at ${url} does not answer: ${why}\nStart it with: ./ingot up\n`);
    return 1;
  }
}

async function processesOf(state: UpState | undefined, url: string): Promise<Status['processes']> {
  if (state?.stack?.apiUrl !== url) return [];
  const asked = state.stack.processes.map(async (one) => ({
    ...one,
    state: (await readiness(one.url)) ?? 'ready',
  }));
  return Promise.all(asked);
}

/** A conductor's busy slots are the nodes it holds; its capacity is known where our own `up` started it. */
export function summary(
  nodes: ShownNode[],
  conductors: ShownConductor[],
  state?: UpState,
): Pick<Status, 'conductors' | 'nodes'> {
  const ours = new Set(state?.stack?.processes.map(({ name }) => name));
  const states = Map.groupBy(nodes, (node) => node.provision_state);
  const counts = [...states]
    .map(([name, those]) => [name, those.length] as const)
    .sort(([a], [b]) => a.localeCompare(b));
  return {
    conductors: conductors.map(({ hostname, conductor_group, alive, drivers }) => ({
      hostname,
      group: conductor_group,
      alive,
      busy: nodes.filter(({ reservation }) => reservation === hostname).length,
      capacity: ours.has(hostname) ? (state?.capacity ?? null) : null,
      hardware: drivers,
    })),
    nodes: Object.fromEntries(counts),
  };
}

export function report({ url, processes, conductors, nodes }: Status): string {
  const total = Object.values(nodes).reduce((sum, count) => sum + count, 0);
  const part = (title: string, rows: string[][]) =>
    rows.length
      ? `\n${title}\n${columns(rows)
          .map((row) => `  ${row}\n`)
          .join('')}`
      : `\n${title}\n  none\n`;
  return [
    `API ${url}\n`,
    processes.length
      ? part(
          'Processes',
          processes.map(({ name, pid, url, state }) => [name, `pid ${pid}`, url, state]),
        )
      : '',
    part(
      'Conductors',
      conductors.map((one) => [
        one.hostname,
        one.alive ? 'alive' : 'offline',
        `${one.busy}${one.capacity === null ? '' : ` of ${one.capacity}`} busy`,
        one.group ? `group ${one.group}` : 'no group',
        one.hardware.join(', '),
      ]),
    ),
    part(
      `Nodes: ${total}`,
      Object.entries(nodes).map(([state, count]) => [String(count).padStart(6), state]),
    ),
  ].join('');
}
