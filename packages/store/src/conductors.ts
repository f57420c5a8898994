import type { ConductorRecord } from '@ingot/domain';
import type { Prisma } from './client.ts';
import { guarded } from './errors.ts';

export type Registration = Pick<
  ConductorRecord,
  'hostname' | 'instance' | 'conductor_group' | 'hardware_types' | 'drivers' | 'pool' | 'capacity'
>;

/** Conductors as operators see them; `alive` is reckoned by Postgres's clock. */
export function conductorStore(prisma: Prisma, aliveMs: number) {
  const run = (text: string, ...values: unknown[]) => guarded(() => prisma.$executeRawUnsafe(text, ...values));
  return {
    async register(r: Registration): Promise<void> {
      await run(
        `INSERT INTO conductors (hostname, instance, conductor_group, hardware_types, drivers, pool, capacity)
         VALUES ($1, $2::uuid, $3, $4::text[], $5::jsonb, $6, $7)
         ON CONFLICT (hostname) DO UPDATE SET instance = EXCLUDED.instance, conductor_group = EXCLUDED.conductor_group,
           hardware_types = EXCLUDED.hardware_types, drivers = EXCLUDED.drivers, pool = EXCLUDED.pool,
           capacity = EXCLUDED.capacity, online = true, updated_at = now()`,
        r.hostname, r.instance, r.conductor_group, r.hardware_types, JSON.stringify(r.drivers), r.pool, r.capacity,
      );
    },
    /** @returns false when another process took the hostname */
    async beat(instance: string): Promise<boolean> {
      return (await run('UPDATE conductors SET updated_at = now(), online = true WHERE instance = $1::uuid', instance)) === 1;
    },
    async offline(instance: string): Promise<void> {
      await run('UPDATE conductors SET online = false, updated_at = now() WHERE instance = $1::uuid', instance);
    },
    async list(): Promise<ConductorRecord[]> {
      const rows = await guarded(() =>
        prisma.$queryRawUnsafe<{ conductor: ConductorRecord }[]>(
          `SELECT to_jsonb(c) || jsonb_build_object('alive', c.online AND c.updated_at > now() - $1::int * interval '1 ms') AS conductor
           FROM conductors c ORDER BY c.id`,
          aliveMs,
        ),
      );
      return rows.map((row) => row.conductor);
    },
  };
}
