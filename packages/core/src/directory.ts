import { type ConductorRecord, type DriverOffer, type NodeRecord, pick } from '@ingot/domain';
import type { Store } from '@ingot/store';

/**
 * Which conductors are there. Read once a second in the background of whoever asks, so that no request pays for it; a
 * stale answer is harmless, since admission counts by Redis's own live set.
 */
export function createDirectory(store: Store, maxAgeMs = 1_000) {
  let known: ConductorRecord[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  function refresh(): Promise<void> {
    reading ??= store.conductors
      .list()
      .then((list) => {
        known = list;
        readAt = performance.now();
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }
  const live = () => known.filter((conductor) => conductor.alive);
  const serving = (driver: string, group: string) =>
    live().filter((conductor) => conductor.conductor_group === group && conductor.hardware_types.includes(driver));

  return {
    /** Makes the list at most `maxAgeMs` old. One round trip to Postgres when it is not. */
    async fresh(): Promise<void> {
      if (performance.now() - readAt > maxAgeMs) await refresh();
    },
    refresh,
    live,
    /** Pools in which an operation for this driver and group can run; a miss reads once more (as Ironic's hash ring does). */
    async pools(driver: string, group: string): Promise<string[]> {
      if (serving(driver, group).length === 0) await refresh();
      return [...new Set(serving(driver, group).map((conductor) => conductor.pool))];
    },
    /** The conductor that the hash ring names for the node (`conductor` field), null when none serves it. */
    hostFor: (node: Pick<NodeRecord, 'uuid' | 'driver' | 'conductor_group'>) =>
      pick(serving(node.driver, node.conductor_group).map((conductor) => conductor.hostname), node.uuid),
    async offerFor(driver: string, group: string): Promise<DriverOffer | undefined> {
      if (serving(driver, group).length === 0) await refresh();
      return serving(driver, group)[0]?.drivers[driver];
    },
  };
}
export type ConductorDirectory = ReturnType<typeof createDirectory>;
