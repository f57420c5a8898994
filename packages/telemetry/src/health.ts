import { createServer } from 'node:http';
import type { Metrics } from './metrics.ts';

/** What a check found: nothing, or what is wrong in words. */
export type Check = () => Promise<string | undefined | void>;

/**
 * Runs all checks at once, each with a time limit.
 * @returns name → 'ok' or what is wrong, and whether all are ok
 */
export async function runChecks(checks: { [name: string]: Check }, timeoutMs = 1_500) {
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const late = new Promise<string>((resolve) => setTimeout(resolve, timeoutMs, `no answer within ${timeoutMs} ms`).unref());
      const found = await Promise.race([check().catch((error: Error) => error.message), late]);
      return [name, found ?? 'ok'] as const;
    }),
  );
  return { ok: entries.every(([, found]) => found === 'ok'), checks: Object.fromEntries(entries) };
}

/** /livez, /readyz and /metrics for a process that has no HTTP server of its own. @param port 0 picks a free one */
export function serveHealth(
  options: { host: string; port: number; live: { [name: string]: Check }; ready: { [name: string]: Check }; metrics: Metrics },
): Promise<{ port: number; close(): void }> {
  const server = createServer(async (request, response) => {
    if (request.url === '/metrics') {
      response.setHeader('content-type', options.metrics.registry.contentType);
      response.end(await options.metrics.registry.metrics());
      return;
    }
    const checks = request.url === '/livez' ? options.live : request.url === '/readyz' ? options.ready : undefined;
    if (!checks) {
      response.writeHead(404).end();
      return;
    }
    const result = await runChecks(checks);
    response.writeHead(result.ok ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : options.port,
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}
