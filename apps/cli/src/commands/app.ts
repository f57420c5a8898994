import { spawn } from 'node:child_process';
import { outlive } from '@ingot/services';
import { MAIN, NODE_FLAGS } from '../places.ts';
import { isUp, readState } from '../state.ts';

/**
 * Runs one process in the foreground: its signals and its exit code are ours. With neither DATABASE_URL nor REDIS_URL
 * given, it joins the stack that is up.
 */
export function runApp(app: 'api' | 'conductor' | 'dashboard', args: string[]): Promise<number> {
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN(app), ...args], {
    stdio: 'inherit',
    env: joined(process.env),
    detached: true,
  });
  // A group of its own, so that it gets a Ctrl-C once: from us, not from the terminal as well. It ends with us in any case.
  const guard = child.pid === undefined ? undefined : outlive('kill', '-TERM', String(child.pid));
  child.once('exit', () => guard?.kill('SIGKILL'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 1)));
  });
}

function joined(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const state = readState();
  if (env.DATABASE_URL || env.REDIS_URL || !isUp(state) || !state.stack) return env;
  process.stderr.write(`joining the stack that is up (${state.stack.apiUrl})\n`);
  const { databaseUrl, redisUrl, apiUrl } = state.stack;
  return { INGOT_API_URL: apiUrl, ...env, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
}
