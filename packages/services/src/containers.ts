import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { outlive } from './child.ts';
import { freePort } from './ports.ts';
import type { Service } from './postgres.ts';
import { postgresAnswers, redisAnswers, untilYes } from './ready.ts';

const docker = (...args: string[]) => promisify(execFile)('docker', args);

/** Whether a container engine answers, and soon. */
export const engineAnswers = () =>
  spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 3_000 }).status === 0;

interface Image {
  name: string;
  port: number;
  env?: string[];
  command: string[];
  url(port: number): string;
  answers(url: string): Promise<boolean>;
}

async function run(image: Image): Promise<Service> {
  const port = await freePort();
  const env = (image.env ?? []).flatMap((each) => ['-e', each]);
  const { stdout } = await docker(
    'run',
    '-d',
    '--rm',
    '-p',
    `127.0.0.1:${port}:${image.port}`,
    ...env,
    image.name,
    ...image.command,
  );
  const id = stdout.trim();
  const guard = outlive('docker', 'rm', '-f', '-v', id);
  const stop = async () => {
    await docker('stop', '-t', '5', id).catch(() => undefined);
    guard.kill('SIGKILL');
  };
  const url = image.url(port);
  if (
    await untilYes(
      () => image.answers(url),
      () => true,
      60_000,
    )
  )
    return { url, how: 'container', stop };
  await stop();
  throw new Error(
    `The container of ${image.name} did not come up. See what it says with: docker run --rm ${image.name}`,
  );
}

export const postgresContainer = () =>
  run({
    name: 'postgres:17-alpine',
    port: 5432,
    env: ['POSTGRES_USER=ingot', 'POSTGRES_PASSWORD=ingot', 'POSTGRES_DB=ingot'],
    command: ['postgres', '-c', 'max_connections=300'],
    url: (port) => `postgresql://ingot:ingot@127.0.0.1:${port}/ingot`,
    answers: postgresAnswers,
  });
export const redisContainer = () =>
  run({
    name: 'redis:7-alpine',
    port: 6379,
    command: ['redis-server', '--maxmemory-policy', 'noeviction'],
    url: (port) => `redis://127.0.0.1:${port}/0`,
    answers: redisAnswers,
  });
