import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';

export interface User {
  uid: number;
  gid: number;
}

/** Postgres refuses to run as root: there it gets a user of its own. @returns undefined when we are not root */
export function postgresUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = lookUp();
  if (found) return found;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' });
  const made = lookUp();
  if (!made)
    throw new Error(
      'Postgres cannot run as root and the user "postgres" could not be made. Make it with: useradd --system postgres',
    );
  return made;
}

function lookUp(): User | undefined {
  try {
    const id = (what: string) =>
      Number(
        execFileSync('id', [what, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      );
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Whether that user can get at `path`; a checkout below /root is closed to it. */
export const canUse = (user: User, flag: '-w' | '-x', path: string) =>
  spawnSync('test', [flag, path], { stdio: 'ignore', cwd: '/', ...user }).status === 0;

/** A place that every user can get at, and only we can write to. @throws Error when somebody else made it */
export function openPlace(): string {
  const place = `/var/tmp/ingot-${process.getuid?.() ?? 0}`;
  mkdirSync(place, { recursive: true, mode: 0o755 });
  const stat = lstatSync(place);
  if (!stat.isDirectory() || stat.uid !== process.getuid?.() || (stat.mode & 0o022) !== 0) {
    throw new Error(`${place} is not ours alone. Look at what is in it, then: rm -r ${place}`);
  }
  return place;
}

/** The programs from where the user can run them: as they lie, or as a copy made once. @param bin folder of the programs */
export function reachable(user: User, bin: string, version: string): string {
  if (canUse(user, '-x', `${bin}/postgres`)) return bin;
  const copy = `${openPlace()}/postgres-${version}`;
  if (!existsSync(copy)) {
    const draft = `${copy}.${randomUUID()}`;
    cpSync(dirname(bin), draft, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(draft, copy);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return `${copy}/${basename(bin)}`;
}
