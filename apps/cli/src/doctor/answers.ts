import { connect } from 'node:net';
import pg from 'pg';

const LIMIT_MS = 3_000;

/** @returns undefined when the port takes connections, else why not */
export function answers(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const done = (found?: string) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(LIMIT_MS, () => done(`nothing within ${LIMIT_MS / 1000} s`));
    socket.once('connect', () => done());
    socket.once('error', (error) => done(error.message));
  });
}

/** @returns undefined when the login works, else why not */
export async function postgresAnswer(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: LIMIT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return undefined;
  } catch (error) {
    return (error as Error).message || (error as NodeJS.ErrnoException).code || 'unknown';
  } finally {
    await client.end().catch(() => undefined);
  }
}
