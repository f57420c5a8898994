import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { accepting, freePort } from './ports.ts';
import type { Service } from './postgres.ts';

/** A redis-server as a child of this process. @param dir its working directory @param durable append-only file on */
export async function startRedis(dir: string, durable: boolean, log: (line: string) => void, toolsDir: string): Promise<Service> {
  const { command, libraries } = findRedis(log, toolsDir);
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const child = spawn(
    command,
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', durable ? 'yes' : 'no', '--maxmemory-policy', 'noeviction', '--daemonize', 'no'],
    { stdio: ['ignore', 'pipe', 'pipe'], ...(libraries ? { env: { ...process.env, LD_LIBRARY_PATH: libraries } } : {}) },
  );
  let gone = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      gone = true;
      resolve();
    });
    child.once('error', (error) => {
      gone = true;
      log(error.message);
      resolve();
    });
  });
  child.stdout.on('data', (chunk) => log(String(chunk).trim()));
  child.stderr.on('data', (chunk) => log(String(chunk).trim()));
  await accepting(port, () => !gone, 10_000);
  return {
    url: `redis://127.0.0.1:${port}/0`, how: 'local',
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** On the PATH; else installed by apt when we may; else unpacked below `toolsDir`. @throws Error with the command that helps */
function findRedis(log: (line: string) => void, toolsDir: string): { command: string; libraries?: string } {
  if (onPath('redis-server')) return { command: 'redis-server' };
  if (onPath('valkey-server')) return { command: 'valkey-server' };
  const unpacked = `${toolsDir}/usr/bin/redis-check-rdb`;
  if (!existsSync(unpacked) && onPath('apt-get')) {
    log('redis-server is not installed; getting it from the distribution');
    try {
      if (process.getuid?.() === 0) {
        aptInstall();
        if (onPath('redis-server')) return { command: 'redis-server' };
      } else unpack(toolsDir);
    } catch (error) {
      log((error as Error).message);
    }
  }
  if (existsSync(unpacked)) return { command: unpacked.replace('redis-check-rdb', 'redis-server'), libraries: libraryPath(toolsDir) };
  throw new Error('No redis-server was found and it could not be fetched. Install it with: sudo apt-get install redis-server   (or set REDIS_URL)');
}
const onPath = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** Installs without starting the system's own service (policy-rc.d is respected only while dpkg runs). */
function aptInstall(): void {
  const options = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } };
  execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', 'update', '-qq'], options);
  execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '-qq', '--no-install-recommends', 'redis-server'], options);
}
function unpack(toolsDir: string): void {
  mkdirSync(toolsDir, { recursive: true });
  const packages = ['redis-tools', 'redis-server', 'libjemalloc2', 'liblzf1', 'liblua5.1-0', 'lua-cjson', 'lua-bitop', 'libhiredis0.14'];
  const options = { cwd: toolsDir, stdio: 'ignore' as const };
  execFileSync('apt-get', ['download', ...packages], options);
  for (const file of readdirSync(toolsDir).filter((name) => name.endsWith('.deb'))) execFileSync('dpkg', ['-x', file, '.'], options);
}
function libraryPath(toolsDir: string): string {
  const base = `${toolsDir}/usr/lib`;
  return [base, ...readdirSync(base).map((name) => `${base}/${name}`)].join(':');
}
