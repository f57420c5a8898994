import type { Prisma } from './client.ts';
import { guarded } from './errors.ts';

/**
 * Election by a lease in Postgres: one row, one statement, no session to hold open.
 * @returns true while `holder` leads `name` for the next `leaseMs`
 */
export function leaderStore(prisma: Prisma) {
  return {
    async lead(name: string, holder: string, leaseMs: number): Promise<boolean> {
      const count = await guarded(() =>
        prisma.$executeRawUnsafe(
          `INSERT INTO leaders (name, holder, until) VALUES ($1, $2, now() + $3::int * interval '1 ms')
           ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
           WHERE leaders.holder = EXCLUDED.holder OR leaders.until < now()`,
          name, holder, leaseMs,
        ),
      );
      return count === 1;
    },
  };
}
