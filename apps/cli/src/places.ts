import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const MAIN = (app: 'api' | 'cli' | 'conductor' | 'dashboard') => `${ROOT}apps/${app}/src/main.ts`;

/** What the stack called `name` keeps outside Postgres and Redis: logs, and for `up` its state file. */
export const dataDir = (name: string) => `${process.env.INGOT_DATA_DIR ?? `${ROOT}.ingot`}/${name}`;
export const logsOf = (name: string) => `${dataDir(name)}/logs`;
