import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Proxy {
  /** the target's URL with the proxy's address */
  url: string;
  /** what there is and what comes is reset (RST) */
  cut(): void;
  /** connections are accepted and stay open; nothing passes in either direction */
  blackhole(): void;
  /** what clients send passes, what the server answers does not: the client cannot know whether it happened */
  halfOpen(): void;
  /** each chunk takes so long, ms */
  slow(ms: number): void;
  /** passes everything again; connections from before a cut are gone */
  pass(): void;
  stop(): Promise<void>;
}
type Mode = 'pass' | 'cut' | 'blackhole' | 'half-open';

/** A TCP proxy before a server, for faults of the network. */
export async function startProxy(target: string): Promise<Proxy> {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  let mode: Mode = 'pass';
  let lagMs = 0;
  const server = createServer((client) => {
    if (mode === 'cut') return client.resetAndDestroy();
    const upstream = connect(Number(to.port), to.hostname);
    for (const [from, into, back] of [[client, upstream, false], [upstream, client, true]] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
      // One chunk after the other, also when each of them waits.
      let last = Promise.resolve();
      from.on('data', (chunk) => {
        last = last.then(async () => {
          if (lagMs > 0) await delay(lagMs);
          if (mode === 'blackhole' || (mode === 'half-open' && back)) return;
          into.write(chunk);
        });
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = new URL(target);
  at.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const drop = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: at.href,
    cut() {
      mode = 'cut';
      drop();
    },
    blackhole: () => void (mode = 'blackhole'),
    halfOpen: () => void (mode = 'half-open'),
    slow: (ms) => void (lagMs = ms),
    /** What was swallowed is lost, so a stream that lives on would be out of step: it is reset. */
    pass() {
      if (mode === 'blackhole' || mode === 'half-open') drop();
      mode = 'pass';
      lagMs = 0;
    },
    stop: () => new Promise((resolve) => {
      drop();
      server.close(() => resolve());
    }),
  };
}
