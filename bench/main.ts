import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { dataDir, type Stack, startStack } from '../apps/cli/src/stack.ts';
import { type Client, clientOf } from './client.ts';
import { beyondIdle, type Counters, openCounters, processes } from './counters.ts';
import { short, spread, table } from './figures.ts';
import { createNodes, pipeline, type Timing, WALK, walk } from './life.ts';
import { pageThrough, reads } from './reads.ts';

export interface BenchOptions {
  nodes: number;
  concurrency: number;
  /** ascending */
  listSizes: number[];
  /** an Ingot that runs; without it one is started, counted and thrown away */
  url?: string;
  /** servers that wait for the disk at every commit, as in production; else their data is forgetful */
  durable?: boolean;
  print?: (text: string) => void;
}

/** Prints throughput, latency, cost and memory as Markdown tables. @throws Error when a node does not get where it should */
export async function runBench(options: BenchOptions): Promise<void> {
  const print = options.print ?? ((text: string) => console.log(text));
  print(
    `${availableParallelism()} cores, Node ${process.versions.node}; client and servers on the same machine`,
  );
  if (options.url) return measure(options, options.url, print);
  const unlimited = { INGOT_MAX_CONCURRENT_DEPLOY: '100000', INGOT_MAX_CONCURRENT_CLEAN: '100000' };
  const env = { INGOT_LOG_LEVEL: 'warn', INGOT_FAKE_DELAY_MS: '0', ...unlimited };
  const name = options.durable ? 'bench-durable' : 'bench';
  rmSync(dataDir(name), { recursive: true, force: true });
  const keep = options.durable === true;
  print(
    keep
      ? 'durable: Postgres with fsync, Redis with its append-only file'
      : 'forgetful: Postgres without fsync',
  );
  const stack = await startStack({ name, keep, conductors: 2, capacity: 200, env });
  let counters: Counters | undefined;
  try {
    counters = await openCounters(stack);
    await Promise.race([measure(options, stack.apiUrl, print, counters, stack), diedOf(stack)]);
  } finally {
    await counters?.close();
    await stack.stop();
  }
}

async function diedOf(stack: Stack): Promise<never> {
  throw new Error(`${await stack.died} ended by itself; its log is in ${stack.logs}`);
}

async function measure(
  options: BenchOptions,
  url: string,
  print: (text: string) => void,
  counters?: Counters,
  stack?: Stack,
): Promise<void> {
  const client = clientOf(url);
  const nodes = await life(client, options, print, counters);
  const cycles: string[][] = [];
  const cycle = async (name: string, count: number, atOnce: number) => {
    const seen = await pipeline(client, count, atOnce);
    cycles.push([name, short(count / seen.seconds), spread(seen.put), spread(seen.toFinal)]);
  };
  await cycle('1 client', 30, 1);
  await cycle('8 clients', 160, 8);
  let present = nodes.length + 30 + 3 + 160;
  for (const size of options.listSizes) {
    const made = await createNodes(client, Math.max(0, size - present), options.concurrency);
    nodes.push(...made.nodes);
    present = Math.max(present, size);
    print(
      `\ncreated up to ${size.toLocaleString('en')}: ${short(made.nodes.length / made.timing.seconds)}/s`,
    );
    for (const atOnce of [1, 8]) {
      const rows = (await reads(client, nodes, atOnce)).map((read) => [
        read.name,
        spread(read.took),
        short(read.perSecond),
        short(read.kilobytes),
      ]);
      print(
        table(
          `Reads, ${size.toLocaleString('en')} nodes, ${atOnce} client${atOnce > 1 ? 's' : ''}`,
          ['request', 'p50 / p95 / p99 ms', 'per s', 'kB'],
          rows,
        ),
      );
    }
    for (const limit of [1_000, 100]) {
      const { took, seen } = await pageThrough(client, limit);
      print(`\npaging ${seen.toLocaleString('en')} nodes by ${limit}: ${short(took)} ms`);
    }
    await cycle(`1 client, ${size.toLocaleString('en')} nodes present`, 20, 1);
  }
  print(table('Pipeline', ['', 'cycles/s', 'PUT p50 / p95 / p99 ms', 'cycle p50 / p95 / p99 ms'], cycles));
  if (!stack || !counters) return;
  const rss = new Map(processes().map((each) => [each.pid, each.rss]));
  const ours = stack.processes.map(({ name, pid }): [string, number] => [name, rss.get(pid) ?? Number.NaN]);
  print(
    table(
      'Memory',
      ['process', 'MB'],
      [...ours, ...(await counters.servers())].map(([name, size]) => [name, short(size)]),
    ),
  );
}

/** @returns the nodes, all `available` again */
async function life(
  client: Client,
  options: BenchOptions,
  print: (text: string) => void,
  counters?: Counters,
): Promise<string[]> {
  const { nodes: count, concurrency } = options;
  const rows: string[][] = [];
  const warm = await createNodes(client, 3, 1);
  for (const leg of WALK) await walk(client, warm.nodes, leg, 1);
  let before = await counters?.count();
  const start = before;
  if (counters) await delay(10_000);
  const rested = await counters?.count();
  const idle = { transactions: 0, commands: 0 };
  if (start && rested) Object.assign(idle, perSecond(beyondIdle(start, rested, idle), rested.at - start.at));
  before = rested;
  let poll = { transactions: 0, commands: 0 };
  /** what one operation cost the servers, without the polls */
  const cost = async (operations: number, polls: number) => {
    if (!counters || !before) return { transactions: Number.NaN, commands: Number.NaN };
    const now = await counters.count();
    const { transactions, commands } = beyondIdle(before, now, idle);
    before = now;
    return {
      transactions: (transactions - polls * poll.transactions) / operations,
      commands: (commands - polls * poll.commands) / operations,
    };
  };
  const note = async (name: string, seen: Timing) => {
    const { transactions, commands } = await cost(count, seen.polls);
    rows.push([
      name,
      short(count / seen.seconds),
      spread(seen.put),
      seen.toFinal.length ? spread(seen.toFinal) : '–',
      short(seen.polls / count),
      short(transactions),
      short(commands),
    ]);
  };
  const made = await createNodes(client, count, concurrency);
  await note('create', made.timing);
  for (const node of made.nodes) await client.insist('GET', `/v1/nodes/${node}/states`);
  poll = await cost(count, 0);
  for (const leg of WALK) await note(leg.target, await walk(client, made.nodes, leg, concurrency));
  print(
    table(
      `Life, ${count} nodes, ${concurrency} clients`,
      [
        '',
        'per s',
        'PUT p50 / p95 / p99 ms',
        'to final p50 / p95 / p99 ms',
        'polls',
        'Postgres transactions',
        'Redis commands',
      ],
      rows,
    ),
  );
  print(
    `\nGET states: ${short(poll.transactions)} transactions, ${short(poll.commands)} commands. Idle: ${short(idle.transactions)} and ${short(idle.commands)} a second. Refused and sent again: ${client.sent.refused}.`,
  );
  return made.nodes;
}

const perSecond = (sum: { transactions: number; commands: number }, seconds: number) => ({
  transactions: sum.transactions / seconds,
  commands: sum.commands / seconds,
});
