import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Effect {
  node: string;
  verb: string;
  fence: number;
  operation: string;
  /** when it was carried out, ms of the monotonic clock */
  at: number;
}

/**
 * The effect log: simulated machines report here each action that they carry out (INGOT_FAKE_EFFECT_URL), and carry it
 * out when they are answered. An action can be held, failed or left without an answer.
 */
export async function startEffectLog() {
  const log: Effect[] = [];
  let rule: (effect: Effect) => 'do' | 'fail' | 'silent' | Promise<void> = () => 'do';
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const effect: Effect = { ...JSON.parse(text), at: performance.now() };
    const what = rule(effect);
    if (what === 'silent') return;
    if (what === 'fail') return response.writeHead(500).end();
    if (what !== 'do') await what;
    if (request.socket.destroyed) return; // Whoever ordered it is gone: the machine does not move.
    log.push({ ...effect, at: performance.now() });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    log,
    of: (node: string) => log.filter((effect) => effect.node === node),
    /** What to do with each action from now on. A promise holds it until it resolves. */
    when(decide: typeof rule) {
      rule = decide;
    },
    stop: () => new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}
export type EffectLog = Awaited<ReturnType<typeof startEffectLog>>;

/** Actions done by a dead or by two owners: fences of a node that go down, or come back after a newer one. */
export function disorder(log: readonly Effect[]): Effect[] {
  const newest = new Map<string, number>();
  return log.filter(({ node, fence }) => {
    const before = newest.get(node) ?? 0;
    newest.set(node, Math.max(before, fence));
    return fence < before;
  });
}
