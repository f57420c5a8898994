import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface ChildOptions {
  /** its output goes here; the end of it goes into errors */
  logFile: string;
  /** ends the server in good order */
  signal: 'SIGINT' | 'SIGTERM';
  env?: NodeJS.ProcessEnv;
  uid?: number | undefined;
  gid?: number | undefined;
}
export interface Child {
  pid: number;
  alive(): boolean;
  /** the last lines of its output */
  lastWords(): string;
  stop(): Promise<void>;
}

/**
 * A server as a child of this process, in a process group of its own: a Ctrl-C in the terminal reaches us first, and
 * the programs that use the server may end before it does. It ends with us in any case, see `outlive`.
 */
export function startChild(command: string, args: string[], options: ChildOptions): Child {
  const { logFile, signal, env = process.env, uid, gid } = options;
  const out = openSync(logFile, 'w');
  const child = spawn(command, args, {
    stdio: ['ignore', out, out],
    detached: true,
    env,
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  closeSync(out);
  let running = true;
  let failure = '';
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      failure = error.message;
      running = false;
      resolve();
    });
    child.once('exit', () => {
      running = false;
      resolve();
    });
  });
  const guard =
    child.pid === undefined ? undefined : outlive('kill', `-${signal.slice(3)}`, String(child.pid));
  void ended.then(() => guard?.kill('SIGKILL'));
  return {
    pid: child.pid ?? 0,
    alive: () => running,
    lastWords: () => failure || readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n'),
    async stop() {
      for (const each of [signal, 'SIGQUIT', 'SIGKILL'] as const) {
        if (!running) return;
        child.kill(each);
        await Promise.race([ended, delay(10_000, undefined, { ref: false })]);
      }
    },
  };
}

/**
 * Runs a command once this process has ended, however it ended, kill -9 included: a shell waits for the end of a pipe
 * that only this process holds. Kill the returned process when the command is not needed any more.
 */
export function outlive(...command: string[]): ChildProcess {
  const guard = spawn('sh', ['-c', 'trap "" INT TERM HUP; read -r _; exec "$@"', 'sh', ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.unref();
  (guard.stdin as unknown as { unref?(): void } | null)?.unref?.();
  return guard;
}
