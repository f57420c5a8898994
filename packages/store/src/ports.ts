import { Conflict, type PortRecord } from '@ingot/domain';
import type { Prisma } from './client.ts';
import { PORT_COLUMNS, writable } from './columns.ts';
import { classify, guarded } from './errors.ts';
import { type ListQuery, pageSql, Where } from './listing.ts';

function duplicate(error: unknown, fields: Partial<PortRecord>): unknown {
  const failure = classify(error);
  if (failure.kind !== 'unique') return error;
  if (failure.constraint.includes('name')) return new Conflict(`A port with name ${fields.name} already exists.`, 'PortDuplicateName');
  if (failure.constraint.includes('address')) return new Conflict(`A port with MAC address ${fields.address} already exists.`, 'MACAlreadyExists');
  return new Conflict(`A port with UUID ${fields.uuid} already exists.`, 'PortAlreadyExists');
}

/** Ports. Each call is one round trip. */
export function portStore(prisma: Prisma) {
  const query = <T>(text: string, ...values: unknown[]) => guarded(() => prisma.$queryRawUnsafe<T[]>(text, ...values));
  const one = async (condition: string, value: string) =>
    (await query<{ port: PortRecord }>(`SELECT to_jsonb(p) AS port FROM ports p WHERE ${condition}`, value))[0]?.port;
  return {
    get: (uuid: string) => one('p.uuid = $1::uuid', uuid),
    byName: (name: string) => one('p.name = $1', name),
    byAddress: (address: string) => one('p.address = $1', address.toLowerCase()),
    async ofNode(nodeUuid: string): Promise<PortRecord[]> {
      return (await query<{ port: PortRecord }>('SELECT to_jsonb(p) AS port FROM ports p WHERE p.node_uuid = $1::uuid ORDER BY p.id', nodeUuid)).map((row) => row.port);
    },
    /** @throws Conflict when the MAC, name or uuid is taken */
    async create(fields: Partial<PortRecord> & { uuid: string; node_uuid: string; address: string }): Promise<PortRecord> {
      const given = writable(PORT_COLUMNS, fields);
      try {
        const rows = await query<{ port: PortRecord }>(
          `WITH p AS (INSERT INTO ports (${given.map((each) => each.name).join(', ')})
           VALUES (${given.map((each, i) => `$${i + 1}::${each.cast}`).join(', ')}) RETURNING *) SELECT to_jsonb(p) AS port FROM p`,
          ...given.map((each) => each.value),
        );
        return (rows[0] as { port: PortRecord }).port;
      } catch (error) {
        throw duplicate(error, fields);
      }
    },
    async update(uuid: string, fields: Partial<PortRecord>): Promise<PortRecord | undefined> {
      const given = writable(PORT_COLUMNS, fields);
      try {
        const rows = await query<{ port: PortRecord }>(
          `WITH p AS (UPDATE ports SET ${[...given.map((each, i) => `${each.name} = $${i + 2}::${each.cast}`), 'updated_at = now()'].join(', ')}
           WHERE uuid = $1::uuid RETURNING *) SELECT to_jsonb(p) AS port FROM p`,
          uuid, ...given.map((each) => each.value),
        );
        return rows[0]?.port;
      } catch (error) {
        throw duplicate(error, { ...fields, uuid });
      }
    },
    async delete(uuid: string): Promise<boolean> {
      return (await guarded(() => prisma.$executeRawUnsafe('DELETE FROM ports WHERE uuid = $1::uuid', uuid))) === 1;
    },
    async list(filters: { node_uuid?: string; address?: string }, page: ListQuery): Promise<PortRecord[]> {
      const where = new Where();
      if (filters.node_uuid !== undefined) where.add('p.node_uuid = ?::uuid', filters.node_uuid);
      if (filters.address !== undefined) where.add('p.address = ?', filters.address.toLowerCase());
      return (await query<{ row: PortRecord }>(pageSql('ports', 'p', where, page), ...where.values)).map((each) => each.row);
    },
  };
}
