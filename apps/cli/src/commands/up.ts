import { mkdirSync } from 'node:fs';
import { ConfigError } from '@ingot/config';
import { interruption, whenAborted } from '../interrupted.ts';
import { dataDir } from '../places.ts';
import { type Stack, startStack } from '../stack.ts';
import { claimState, readState, removeState, type UpState, writeState } from '../state.ts';

export interface UpOptions {
  conductors: number;
  capacity: number;
}

/** Runs the stack in the foreground until Ctrl-C or `down`. @returns 1 when it did not come up, or a process ended by itself */
export async function up(options: UpOptions): Promise<number> {
  const state: UpState = {
    pid: process.pid,
    startedAt: new Date().toISOString(),
    capacity: options.capacity,
  };
  if (!claimState(state)) {
    process.stderr.write(
      `Ingot is up already (pid ${readState()?.pid}). See ./ingot status, or end it with ./ingot down\n`,
    );
    return 1;
  }
  const signal = interruption();
  const data = dataDir('data');
  mkdirSync(data, { recursive: true });
  try {
    const onProgress = (line: string) => process.stderr.write(`  ${line}\n`);
    const stack = await startStack({ name: 'up', keep: true, data, ...options, onProgress, signal });
    try {
      const { died: _d, stop: _s, lastWords: _l, ...shown } = stack;
      writeState({ ...state, stack: shown });
      process.stdout.write(
        `\n${addresses(stack)}\nCtrl-C or ./ingot down stops it; the data stays in ${data}.\n`,
      );
      const ended = await Promise.race([stack.died, whenAborted(signal)]);
      if (ended) process.stderr.write(`\n${ended} ended by itself. ${stack.lastWords(ended)}\n`);
      process.stderr.write('\nstopping: what conductors have in hand gets the grace time\n');
      return ended ? 1 : 0;
    } finally {
      await stack.stop();
    }
  } catch (error) {
    if (signal.aborted) return 130;
    if (error instanceof ConfigError) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  } finally {
    removeState();
  }
}

export function addresses(stack: Pick<Stack, 'apiUrl' | 'dashboardUrl' | 'dashboardLogin' | 'logs'>): string {
  const { user, password } = stack.dashboardLogin;
  return [
    `API        ${stack.apiUrl}/v1`,
    `Dashboard  ${stack.dashboardUrl}  login: ${user} / ${password}`,
    `Metrics    ${stack.apiUrl}/metrics`,
    `Logs       ${stack.logs}`,
  ].join('\n');
}
