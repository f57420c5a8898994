import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const MAIN = (app: 'api' | 'cli' | 'conductor' | 'dashboard') => `${ROOT}apps/${app}/src/main.ts`;

/**
 * How Ingot's processes are started. V8 takes memory by the size of the machine: on a large one it lets garbage lie until a
 * process is several times as big as it needs to be. With these it is about 150 MB, at the same speed (docs/performance.md).
 */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=512'];

/** What the stack called `name` keeps outside Postgres and Redis: logs, and for `up` its state file. */
export const dataDir = (name: string) => `${process.env.INGOT_DATA_DIR ?? `${ROOT}.ingot`}/${name}`;
export const logsOf = (name: string) => `${dataDir(name)}/logs`;
