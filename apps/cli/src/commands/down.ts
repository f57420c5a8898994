import { loadConfig } from '@ingot/config';
import { ROOT } from '../places.ts';
import { commandOf, endByPid, isAlive } from '../process.ts';
import { isUp, readState, removeState } from '../state.ts';

/** Ends what `up` started, in the foreground or detached. @returns 1 when something had to be killed */
export async function down(): Promise<number> {
  const state = readState();
  if (!state) {
    process.stdout.write('Nothing is up.\n');
    return 0;
  }
  const { graceMs } = loadConfig(process.env);
  let clean = true;
  if (isUp(state)) {
    process.stderr.write('stopping: what conductors have in hand gets the grace time\n');
    // Dashboard, conductors, API, Redis and Postgres, each with a grace time of its own.
    clean = await endByPid(state.pid, graceMs + 40_000);
  }
  // Left over where `up` itself was killed: its guards have told them to end. Conductors before the API, as `up` does.
  for (const { name, pid } of state.stack?.processes.toReversed() ?? []) {
    if (!isAlive(pid) || !commandOf(pid).includes(`${ROOT}apps/`)) continue;
    process.stderr.write(`ending ${name} (pid ${pid}), which was left over\n`);
    clean = (await endByPid(pid, graceMs)) && clean;
  }
  removeState();
  process.stdout.write(clean ? 'Down.\n' : 'Down; what did not end within the grace time was killed.\n');
  return clean ? 0 : 1;
}
