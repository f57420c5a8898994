import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { endOfLog } from '../child.ts';
import { logsOf, MAIN } from '../places.ts';
import { isUp, readState } from '../state.ts';
import { addresses, type UpOptions } from './up.ts';

/** Starts `up` as a process of its own and waits until it is ready. @returns 1 when it did not come up */
export async function upDetached(options: UpOptions): Promise<number> {
  const before = readState();
  if (isUp(before)) {
    process.stderr.write(
      `Ingot is up already (pid ${before.pid}). See ./ingot status, or end it with ./ingot down\n`,
    );
    return 1;
  }
  mkdirSync(logsOf('up'), { recursive: true });
  const log = `${logsOf('up')}/up.log`;
  const out = openSync(log, 'w');
  const args = ['up', '--conductors', String(options.conductors), '--capacity', String(options.capacity)];
  const child = spawn(process.execPath, [MAIN('cli'), ...args], {
    detached: true,
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  child.unref();
  process.stderr.write(`starting in the background (pid ${child.pid})\n`);
  while (child.exitCode === null && child.signalCode === null) {
    const state = readState();
    if (state?.pid === child.pid && state?.stack) {
      process.stdout.write(`\n${addresses(state.stack)}\n./ingot down stops it.\n`);
      return 0;
    }
    await delay(100);
  }
  process.stderr.write(`It did not come up. ${endOfLog(log, 12)}\n`);
  return child.exitCode || 1;
}
