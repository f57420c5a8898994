import { createServer, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** @returns a loopback port that was free a moment ago */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}

/** Resolves once something accepts on the port. @throws when `alive` says that it never will, or after `timeoutMs` */
export async function accepting(port: number, alive: () => boolean, timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    if (!alive() || performance.now() > until) throw new Error(`Nothing answers on port ${port}.`);
    await delay(50);
  }
}
