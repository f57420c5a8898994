import { mkdirSync } from 'node:fs';
import { startChild } from './child.ts';
import { freePort } from './ports.ts';
import type { Service } from './postgres.ts';
import { redisAnswers, untilYes } from './ready.ts';
import { redisProgram } from './redis-program.ts';

/**
 * A local redis-server.
 * @param dir its data and log
 * @param durable append-only file on
 * @param samePort the port it must have; without one, any free one
 * @throws Error with the end of the server's log
 */
export async function startRedis(
  dir: string,
  durable: boolean,
  log: (line: string) => void,
  samePort?: number,
): Promise<Service> {
  const { command, libraries } = redisProgram(log);
  mkdirSync(dir, { recursive: true });
  const settings = [
    '--bind',
    '127.0.0.1',
    '--dir',
    dir,
    '--save',
    '',
    '--appendonly',
    durable ? 'yes' : 'no',
    '--maxmemory-policy',
    'noeviction',
  ];
  for (let attempt = 1; ; attempt++) {
    const port = samePort ?? (await freePort());
    const child = startChild(command, ['--port', String(port), ...settings], {
      logFile: `${dir}/redis.log`,
      signal: 'SIGTERM',
      ...(libraries ? { env: { ...process.env, LD_LIBRARY_PATH: libraries } } : {}),
    });
    const url = `redis://127.0.0.1:${port}/0`;
    if (await untilYes(() => redisAnswers(url), child.alive, 30_000))
      return { url, how: 'local', pid: child.pid, stop: () => child.stop() };
    await child.stop();
    const taken = /Address already in use/.test(child.lastWords());
    if (!taken || attempt === 3)
      throw new Error(`Redis did not come up. The end of ${dir}/redis.log:\n${child.lastWords()}`);
  }
}
