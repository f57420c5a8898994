import { execFileSync, spawnSync } from 'node:child_process';
import { accepting, freePort } from './ports.ts';
import type { Service } from './postgres.ts';

export const engineAnswers = () => spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 3_000 }).status === 0;

async function run(image: string, inside: number, args: string[], url: (port: number) => string): Promise<Service> {
  const port = await freePort();
  const id = execFileSync('docker', ['run', '-d', '--rm', '-p', `127.0.0.1:${port}:${inside}`, ...args.filter((arg) => arg.startsWith('-e')).flatMap((arg) => ['-e', arg.slice(3)]), image, ...args.filter((arg) => !arg.startsWith('-e'))], { encoding: 'utf8' }).trim();
  await accepting(port, () => true, 30_000);
  return { url: url(port), how: 'container', stop: async () => void spawnSync('docker', ['stop', '-t', '2', id], { stdio: 'ignore' }) };
}
export const postgresContainer = () =>
  run('postgres:17-alpine', 5432, ['-e POSTGRES_USER=ingot', '-e POSTGRES_PASSWORD=ingot', '-e POSTGRES_DB=ingot', 'postgres', '-c', 'max_connections=300'], (port) => `postgresql://ingot:ingot@127.0.0.1:${port}/ingot`);
export const redisContainer = () =>
  run('redis:7-alpine', 6379, ['redis-server', '--maxmemory-policy', 'noeviction'], (port) => `redis://127.0.0.1:${port}/0`);
