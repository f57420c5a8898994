import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { startServices } from './index.ts';
import { postgresAnswers, redisAnswers, untilYes } from './ready.ts';

const dirs: string[] = [];
const freshDir = () => {
  const dir = mkdtempSync(`${tmpdir()}/ingot-services-`);
  chmodSync(dir, 0o755);
  dirs.push(dir);
  return dir;
};
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

test('local servers answer, and are gone after stop', async () => {
  const services = await startServices({ dir: freshDir(), mode: 'local' });
  expect(services.how).toEqual({ postgres: 'embedded', redis: 'local' });
  expect(await postgresAnswers(services.databaseUrl)).toBe(true);
  expect(await redisAnswers(services.redisUrl)).toBe(true);
  await services.stop();
  expect(await postgresAnswers(services.databaseUrl)).toBe(false);
  expect(await redisAnswers(services.redisUrl)).toBe(false);
});

test('kept data can be started again', async () => {
  const dir = freshDir();
  for (const _ of [1, 2]) {
    const services = await startServices({ dir, mode: 'local', keep: true });
    expect(await postgresAnswers(services.databaseUrl)).toBe(true);
    await services.stop();
  }
});

test('the servers end with the process that started them, also when it is killed', async () => {
  const program = `const { startServices } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    const { databaseUrl, redisUrl } = await startServices({ dir: ${JSON.stringify(freshDir())}, mode: 'local' });
    console.log(JSON.stringify({ databaseUrl, redisUrl }));
    setInterval(() => undefined, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(owner.stdout, 'data');
  const { databaseUrl, redisUrl } = JSON.parse(String(line));
  owner.kill('SIGKILL');
  const gone = async () => !(await postgresAnswers(databaseUrl)) && !(await redisAnswers(redisUrl));
  expect(await untilYes(gone, () => true, 10_000)).toBe(true);
});

test('given URLs are used as they are', async () => {
  const env = { DATABASE_URL: 'postgresql://somewhere/db', REDIS_URL: 'redis://somewhere/0' };
  const services = await startServices({ dir: freshDir(), env });
  expect(services).toMatchObject({
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    how: { postgres: 'given', redis: 'given' },
  });
  await expect(startServices({ dir: freshDir(), mode: 'given', env: {} })).rejects.toThrow('DATABASE_URL');
});
