import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dataDir } from './places.ts';
import { commandOf, isAlive } from './process.ts';
import type { Stack } from './stack.ts';

/** What `up` leaves for the other commands to find. */
export interface UpState {
  /** the process that runs `up`; it owns all others */
  pid: number;
  startedAt: string;
  capacity: number;
  /** absent while it starts */
  stack?: Omit<Stack, 'died' | 'stop' | 'lastWords'>;
}

const file = () => `${dataDir('up')}/state.json`;

/** @returns what `up` wrote last, whether it still runs or not */
export function readState(): UpState | undefined {
  try {
    return JSON.parse(readFileSync(file(), 'utf8')) as UpState;
  } catch {
    return undefined;
  }
}

/** Is this the state of an `up` that still runs? A pid alone says little: the system gives it to others later. */
export const isUp = (state: UpState | undefined): state is UpState =>
  state !== undefined && isAlive(state.pid) && commandOf(state.pid).includes('apps/cli/src/main.ts');

/** Makes this process the one that is up. @returns false when another one is */
export function claimState(state: UpState): boolean {
  mkdirSync(dataDir('up'), { recursive: true });
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file(), JSON.stringify(state), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isUp(readState())) return false;
      rmSync(file(), { force: true });
    }
  }
  return false;
}

/** It holds the dashboard's password: for our user only. */
export const writeState = (state: UpState) =>
  writeFileSync(file(), JSON.stringify(state, undefined, 2), { mode: 0o600 });
export const removeState = () => rmSync(file(), { force: true });
