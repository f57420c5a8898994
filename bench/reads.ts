import { type Client, each } from './client.ts';

export interface Read {
  name: string;
  took: number[];
  perSecond: number;
  kilobytes: number;
}

/** What is read; `node` is any one node. Without a limit, a list is a page of 1,000, the most that the API gives at once. */
const READS = (
  node: string,
): { name: string; method?: string; path: string; body?: () => unknown; most: number }[] => [
  { name: 'list', path: '/v1/nodes', most: 40 },
  { name: 'list, limit=100', path: '/v1/nodes?limit=100', most: 100 },
  { name: 'detail', path: '/v1/nodes/detail', most: 20 },
  { name: 'detail, limit=100', path: '/v1/nodes/detail?limit=100', most: 60 },
  { name: 'list of one provision_state', path: '/v1/nodes?provision_state=enroll', most: 40 },
  { name: 'GET node', path: `/v1/nodes/${node}`, most: 200 },
  { name: 'GET states', path: `/v1/nodes/${node}/states`, most: 200 },
  { name: 'validate', path: `/v1/nodes/${node}/validate`, most: 100 },
  {
    name: 'PATCH',
    method: 'PATCH',
    path: `/v1/nodes/${node}`,
    body: () => [{ op: 'add', path: '/extra/bench', value: Math.random() }],
    most: 100,
  },
];

export async function reads(client: Client, nodes: string[], atOnce: number): Promise<Read[]> {
  const done: Read[] = [];
  for (const [i, read] of READS(nodes[0] ?? '').entries()) {
    const took: number[] = [];
    let bytes = 0;
    const once = async (turn: number) => {
      // A PATCH of one node by many clients would measure the 409s: each takes another node.
      const path = read.method ? `/v1/nodes/${nodes[(i + turn) % nodes.length]}` : read.path;
      const answer = await client.insist(read.method ?? 'GET', path, read.body?.());
      bytes = Math.max(bytes, answer.text.length);
      took.push(answer.took);
    };
    await each([0, 1, 2], 1, once);
    took.length = 0;
    const seconds = await each([...Array(read.most).keys()], atOnce, once);
    done.push({ name: read.name, took, perSecond: read.most / seconds, kilobytes: bytes / 1_024 });
  }
  return done;
}

/** Follows `next` from the first page to the last. @returns ms, and how many nodes there were */
export async function pageThrough(client: Client, limit: number): Promise<{ took: number; seen: number }> {
  const began = performance.now();
  let seen = 0;
  for (let path: string | undefined = `/v1/nodes?limit=${limit}`; path; ) {
    const page: { nodes: unknown[]; next?: string } = JSON.parse((await client.insist('GET', path)).text);
    seen += page.nodes.length;
    path = page.next && new URL(page.next).pathname + new URL(page.next).search;
  }
  return { took: performance.now() - began, seen };
}
