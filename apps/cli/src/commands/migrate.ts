import { loadConfig } from '@ingot/config';
import { migrate } from '@ingot/store';

/** Brings the schema of DATABASE_URL up to date. @returns 1 when it could not */
export async function migrateCommand(): Promise<number> {
  const { databaseUrl } = loadConfig(process.env);
  try {
    const applied = await migrate(databaseUrl);
    process.stdout.write(applied.length ? `applied ${applied.join(', ')}\n` : 'up to date\n');
    return 0;
  } catch (error) {
    const { host, pathname } = new URL(databaseUrl);
    process.stderr.write(
      `${host}${pathname}: ${(error as Error).message || (error as NodeJS.ErrnoException).code}\n`,
    );
    return 1;
  }
}
