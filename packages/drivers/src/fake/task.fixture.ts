import { setTimeout as delay } from 'node:timers/promises';
import { type DriverTask, type JsonObject, LostOwnership, type NodeRecord } from '@ingot/domain';

export const NODE = '6f1c2d3e-0000-4000-8000-0000000000aa';

/** A task on one simulated machine. `sleeps` is what the driver asked to wait for; only `realSleep` waits. */
export function fixtureTask(driverInfo: JsonObject = {}, node: Partial<NodeRecord> = {}) {
  const abort = new AbortController();
  const sleeps: number[] = [];
  const state = { owned: true, realSleep: false };
  const task: DriverTask = {
    node: {
      uuid: NODE, driver: 'fake-hardware', driver_info: driverInfo, driver_internal_info: {}, power_state: null, target_raid_config: {}, ...node,
    } as NodeRecord,
    operationId: 'operation', fence: 7, signal: abort.signal,
    ports: async () => [],
    assertOwned() {
      if (!state.owned) throw new LostOwnership('operation');
    },
    async sleep(ms) {
      sleeps.push(ms);
      if (state.realSleep) await delay(ms, undefined, { signal: abort.signal });
    },
    log: () => undefined,
  };
  return { task, abort, sleeps, state };
}
