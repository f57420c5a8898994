import { createServer } from 'node:net';
import { freePort } from '@ingot/services';

export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** @returns `wanted`, or a free port where somebody has it, and says so */
export async function portOr(
  wanted: number,
  host: string,
  what: string,
  say: (line: string) => void,
): Promise<number> {
  if (wanted === 0) return freePort();
  if (await isFree(wanted, host)) return wanted;
  const port = await freePort();
  say(`port ${wanted} is taken; the ${what} gets ${port}`);
  return port;
}
