import { openPrisma } from './client.ts';
import { conductorStore } from './conductors.ts';
import { guarded } from './errors.ts';
import { historyStore } from './history.ts';
import { leaderStore } from './leader.ts';
import { nodeStore } from './nodes.ts';
import { operationStore } from './operations.ts';
import { portStore } from './ports.ts';

export type { Registration } from './conductors.ts';
export { classify, type DatabaseFailure } from './errors.ts';
export type { ListQuery } from './listing.ts';
export { migrate } from './migrate.ts';
export type { NodeFilters } from './nodes.ts';
export type { PortFilters } from './ports.ts';
export type { Fault, Held, HistoryEntry, IntentInput, MoveInput, OperationPatch } from './operations.ts';

export interface StoreOptions {
  databaseUrl: string;
  /** connections of this process */
  poolMax: number;
  applicationName: string;
  /** how long a conductor is believed alive without a heartbeat */
  conductorAliveMs: number;
}

/** Postgres, the truth. Connects lazily: an outage shows in the calls (Unavailable), never here. */
export function openStore(options: StoreOptions) {
  const prisma = openPrisma(options.databaseUrl, options.poolMax, options.applicationName);
  return {
    nodes: nodeStore(prisma),
    ports: portStore(prisma),
    history: historyStore(prisma),
    operations: operationStore(prisma),
    conductors: conductorStore(prisma, options.conductorAliveMs),
    leader: leaderStore(prisma),
    ping: () => guarded(async () => void (await prisma.$queryRawUnsafe('SELECT 1'))),
    close: () => prisma.$disconnect(),
  };
}
export type Store = ReturnType<typeof openStore>;
