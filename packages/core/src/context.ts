import type { Config } from '@ingot/config';
import type { NodeLock } from '@ingot/lock';
import type { WorkQueue } from '@ingot/queue';
import type { Store } from '@ingot/store';
import type { Log, Metrics } from '@ingot/telemetry';
import type { ConductorDirectory } from './directory.ts';

/** Everything a use case needs, passed in; importing a module connects to nothing. */
export interface Core {
  config: Config;
  log: Log;
  metrics: Metrics;
  store: Store;
  lock: NodeLock;
  queue: WorkQueue;
  directory: ConductorDirectory;
}
