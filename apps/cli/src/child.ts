import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { outlive } from '@ingot/services';
import { Interrupted } from './interrupted.ts';
import { NODE_FLAGS } from './places.ts';

export interface Child {
  name: string;
  pid: number;
  /** answers /readyz */
  url: string;
  log: string;
  running(): boolean;
  ended: Promise<void>;
  /** Resolves when it is ready. @throws Error with the end of its log when it ends, or is not ready in time */
  ready(limitMs: number, signal?: AbortSignal): Promise<void>;
  /** SIGTERM; SIGKILL after the grace time */
  stop(graceMs: number): Promise<void>;
}

/**
 * One process of Ingot, its output in a file. It has a process group of its own: a Ctrl-C in the terminal reaches us
 * only, and we stop what depends on others before the others. A guard ends it when we are killed.
 */
export function startChild(
  name: string,
  main: string,
  url: string,
  log: string,
  env: NodeJS.ProcessEnv,
): Child {
  const out = openSync(log, 'w');
  const child = spawn(process.execPath, [...NODE_FLAGS, main], { env, stdio: ['ignore', out, out], detached: true });
  closeSync(out);
  const guard = child.pid === undefined ? undefined : outlive('kill', '-TERM', String(child.pid));
  const running = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const ended = endOf(child).then(() => void guard?.kill('SIGKILL'));
  return {
    name,
    pid: child.pid ?? 0,
    url,
    log,
    running,
    ended,
    async ready(limitMs, signal) {
      const until = performance.now() + limitMs;
      let last = 'no answer yet';
      while (running() && performance.now() < until) {
        if (signal?.aborted) throw new Interrupted();
        const found = await readiness(url);
        if (found === undefined) return;
        last = found;
        await delay(100);
      }
      throw new Error(`${name} ${running() ? `is not ready (${last})` : how(child)}.\n${endOfLog(log)}`);
    },
    async stop(graceMs) {
      if (!running()) return;
      child.kill('SIGTERM');
      await Promise.race([ended, delay(graceMs, undefined, { ref: false })]);
      if (running()) child.kill('SIGKILL');
      await ended;
    },
  };
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}

const how = ({ exitCode, signalCode }: ChildProcess) =>
  signalCode ? `was ended by ${signalCode}` : `ended with exit code ${exitCode ?? 'unknown'}`;

/** @returns undefined when it is ready, else what is missing */
export async function readiness(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
    return answer.ok ? undefined : await answer.text();
  } catch (error) {
    return ((error as Error).cause as Error | undefined)?.message ?? (error as Error).message;
  }
}

/** The last lines of a log, and the command that shows more. */
export function endOfLog(file: string, lines = 8): string {
  let text = '';
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    return `There is no log at ${file}.`;
  }
  const last = text
    .split('\n')
    .slice(-lines)
    .map((line) => `  ${line.slice(0, 400)}`);
  return `${text ? `Its last words:\n${last.join('\n')}\n` : ''}See more with: tail -n 100 ${file}`;
}
