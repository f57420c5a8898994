import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations/', import.meta.url));
/** Any constant will do: it only has to be the same in every process that migrates. */
const ADVISORY_LOCK = 613_311_494;

/**
 * Applies prisma/migrations in order, each in one transaction, each once, however many processes start at the same
 * time (advisory lock). Written here because Prisma's own runner needs an engine download (docs/decisions/0003).
 * @returns the names applied by this call
 * @throws when an applied migration was changed afterwards (checksum), or a statement fails (nothing of it stays)
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const applied: string[] = [];
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS _migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const done = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM _migrations');
    const known = new Map(done.rows.map((row) => [row.name, row.checksum]));
    for (const name of (await readdir(MIGRATIONS)).sort()) {
      const sql = await readFile(`${MIGRATIONS}${name}/migration.sql`, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOTDIR' || error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (sql === undefined) continue;
      const checksum = createHash('sha256').update(sql).digest('hex');
      if (known.has(name)) {
        if (known.get(name) !== checksum) throw new Error(`Migration ${name} was changed after it had been applied.`);
        continue;
      }
      await client.query('BEGIN');
      try {
        await client.query(sql);
        await client.query('INSERT INTO _migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw new Error(`Migration ${name} failed; nothing of it was kept.`, { cause: error });
      }
      applied.push(name);
    }
  } finally {
    await client.end();
  }
  return applied;
}
