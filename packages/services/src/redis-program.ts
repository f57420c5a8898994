import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Program {
  command: string;
  /** for LD_LIBRARY_PATH */
  libraries?: string;
}
const TOOLS = fileURLToPath(new URL('../../../.ingot/redis', import.meta.url));
const quiet = { stdio: 'ignore' as const };
const LOCK = ['-o', 'DPkg::Lock::Timeout=120', '-qq'];

/**
 * No npm package ships a Redis server: it is the one on the PATH, else the distribution's, installed when we are root
 * and unpacked below .ingot/ when not.
 * @throws Error with the command that helps
 */
export function redisProgram(log: (line: string) => void): Program {
  for (const command of ['redis-server', 'valkey-server']) if (onPath(command)) return { command };
  if (onPath('apt-get') && !existsSync(`${TOOLS}/usr/bin/redis-server`)) {
    log('redis-server is missing; getting it from the distribution');
    try {
      if (process.getuid?.() === 0) install();
      else unpack();
    } catch (error) {
      log(`That failed: ${(error as Error).message}`);
    }
  }
  if (onPath('redis-server')) return { command: 'redis-server' };
  if (existsSync(`${TOOLS}/usr/bin/redis-server`))
    return { command: `${TOOLS}/usr/bin/redis-server`, libraries: libraryPath() };
  throw new Error(
    'redis-server is missing. Install it with: sudo apt-get install redis-server (or set REDIS_URL)',
  );
}

const onPath = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`], quiet).status === 0;

/** The package must not start a service of its own: that is what policy-rc.d is asked about. */
function install(): void {
  const policy = '/usr/sbin/policy-rc.d';
  const ours = !existsSync(policy);
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const options = { ...quiet, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    execFileSync('apt-get', [...LOCK, 'update'], options);
    execFileSync('apt-get', [...LOCK, 'install', '-y', '--no-install-recommends', 'redis-server'], options);
  } finally {
    if (ours) rmSync(policy, { force: true });
  }
}

function unpack(): void {
  const depends = execFileSync('apt-cache', ['depends', '-i', 'redis-server', 'redis-tools'], {
    encoding: 'utf8',
  });
  const needed = [...depends.matchAll(/Depends: ([a-z0-9.+-]+)$/gm)].map((match) => match[1] as string);
  const missing = [...new Set(['redis-server', 'redis-tools', ...needed])].filter(
    (name) => spawnSync('dpkg', ['-s', name], quiet).status !== 0,
  );
  mkdirSync(TOOLS, { recursive: true });
  execFileSync('apt-get', ['download', ...missing], { ...quiet, cwd: TOOLS });
  for (const file of readdirSync(TOOLS).filter((name) => name.endsWith('.deb'))) {
    execFileSync('dpkg', ['-x', file, '.'], { ...quiet, cwd: TOOLS });
    rmSync(`${TOOLS}/${file}`);
  }
}

function libraryPath(): string {
  const base = `${TOOLS}/usr/lib`;
  return [base, ...readdirSync(base).map((name) => `${base}/${name}`)].join(':');
}
