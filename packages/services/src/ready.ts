import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export async function postgresAnswers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** False also while Redis is still loading its append-only file. */
export function redisAnswers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port || 6379), hostname, () => socket.write('PING\r\n'));
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(2_000, () => done(false));
    socket.once('data', (data) => done(data.toString().startsWith('+PONG')));
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
  });
}

/** Asks until the answer is yes. @returns false when `alive` says that it never will be, or after `limitMs` */
export async function untilYes(
  ask: () => Promise<boolean>,
  alive: () => boolean,
  limitMs: number,
): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (alive() && performance.now() < end) {
    if (await ask()) return alive();
    await delay(25);
  }
  return false;
}
