import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Service, startPostgres, startRedis } from '@ingot/services';

export interface OwnServer {
  url: string;
  /** SIGKILL, its children too. Clients see resets, then refusals */
  kill(): Promise<void>;
  /** Starts it again at the same port. @param emptied without the data it had */
  restart(options?: { emptied?: boolean }): Promise<void>;
  /** SIGSTOP: connections stay open and nothing is answered */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** A Redis that a test may kill, freeze and empty. Durable: what it has acknowledged is there again after a restart. */
export const ownRedis = () => own('redis', (dir, port) => startRedis(dir, true, () => undefined, port));
/** A Postgres likewise. */
export const ownPostgres = () => own('postgres', (dir, port) => startPostgres(dir, true, port));

async function own(name: string, start: (dir: string, port?: number) => Promise<Service>): Promise<OwnServer> {
  const dir = mkdtempSync(`${tmpdir()}/ingot-own-${name}-`);
  chmodSync(dir, 0o755);
  let service = await start(dir);
  const { url } = service;
  const signal = (what: NodeJS.Signals) => {
    for (const pid of family(service.pid as number)) process.kill(pid, what);
  };
  return {
    url,
    async kill() {
      signal('SIGKILL');
      await service.stop();
    },
    async restart({ emptied = false } = {}) {
      if (emptied) for (const entry of readdirSync(dir)) rmSync(`${dir}/${entry}`, { recursive: true });
      service = await start(dir, Number(new URL(url).port));
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async stop() {
      signal('SIGCONT');
      await service.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A process and its children: each backend of Postgres has a process group of its own. None when it has ended. */
function family(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([own, parent, state]) => (Number(own) === pid || Number(parent) === pid) && !state?.startsWith('Z'))
    .map(([own]) => Number(own));
}
