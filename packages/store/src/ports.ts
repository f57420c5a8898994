import { Conflict, isUuid, type Ownership, type PortRecord } from '@ingot/domain';
import type { Prisma } from './client.ts';
import { PORT_COLUMNS, writable } from './columns.ts';
import { classify, guarded } from './errors.ts';
import { type ListQuery, pageOf, pageSql, Where } from './listing.ts';

export interface PortFilters {
  node_uuid?: string;
  address?: string;
  /** of nodes in any of these shards */
  shard?: string[];
  /** of nodes in any of these conductor groups */
  conductor_groups?: string[];
  /** of nodes that this project owns or leases */
  project?: string;
  /** as `project`, beside any other filter */
  visible_to?: string;
}

function duplicate(error: unknown, fields: Partial<PortRecord>): unknown {
  const failure = classify(error);
  if (failure.kind !== 'unique') return error;
  if (failure.constraint.includes('name')) return new Conflict(`A port with name ${fields.name} already exists.`, 'PortDuplicateName');
  if (failure.constraint.includes('address')) return new Conflict(`A port with MAC address ${fields.address} already exists.`, 'MACAlreadyExists');
  return new Conflict(`A port with UUID ${fields.uuid} already exists.`, 'PortAlreadyExists');
}

/** Holds the node still while one of its ports is written: an intent waits, or has won and then no row comes. */
const FREE_NODE = 'free AS (SELECT f.uuid FROM nodes f WHERE f.uuid = $1::uuid AND f.reservation IS NULL FOR SHARE)';

/** Ports. Each call is one round trip; writes happen only while no operation holds the node. */
export function portStore(prisma: Prisma) {
  const query = <T>(text: string, ...values: unknown[]) => guarded(() => prisma.$queryRawUnsafe<T[]>(text, ...values));
  const one = async (condition: string, value: string) =>
    (await query<{ port: PortRecord }>(`SELECT to_jsonb(p) AS port FROM ports p WHERE ${condition}`, value))[0]?.port;
  const write = async (fields: Partial<PortRecord>, text: string, ...values: unknown[]) => {
    try {
      return (await query<{ port: PortRecord }>(text, ...values))[0]?.port;
    } catch (error) {
      throw duplicate(error, fields);
    }
  };
  return {
    get: (uuid: string) => one('p.uuid = $1::uuid', uuid),
    byName: (name: string) => one('p.name = $1', name),
    byAddress: (address: string) => one('p.address = $1', address.toLowerCase()),
    async ofNode(nodeUuid: string): Promise<PortRecord[]> {
      return (await query<{ port: PortRecord }>('SELECT to_jsonb(p) AS port FROM ports p WHERE p.node_uuid = $1::uuid ORDER BY p.id', nodeUuid)).map((row) => row.port);
    },
    /**
     * @returns undefined when the node is held or gone
     * @throws Conflict when the MAC, name or uuid is taken
     */
    create(fields: Partial<PortRecord> & { uuid: string; node_uuid: string; address: string }): Promise<PortRecord | undefined> {
      const given = writable(PORT_COLUMNS, fields);
      return write(
        fields,
        `WITH ${FREE_NODE}, p AS (INSERT INTO ports (${given.map((each) => each.name).join(', ')})
         SELECT ${given.map((each, i) => `$${i + 2}::${each.cast}`).join(', ')} FROM free RETURNING *) SELECT to_jsonb(p) AS port FROM p`,
        fields.node_uuid, ...given.map((each) => each.value),
      );
    },
    /**
     * @param read the port as it was read: conditional on nobody having written it since
     * @returns undefined when it was written or deleted since, or its node is held
     */
    update(read: PortRecord, fields: Partial<PortRecord>): Promise<PortRecord | undefined> {
      const given = writable(PORT_COLUMNS, fields);
      return write(
        { ...fields, uuid: read.uuid },
        `WITH ${FREE_NODE}, p AS (UPDATE ports p SET ${[...given.map((each, i) => `${each.name} = $${i + 4}::${each.cast}`), 'updated_at = clock_timestamp()'].join(', ')}
         FROM free WHERE p.uuid = $2::uuid AND p.node_uuid = free.uuid AND p.updated_at IS NOT DISTINCT FROM $3::timestamptz RETURNING p.*)
         SELECT to_jsonb(p) AS port FROM p`,
        read.node_uuid, read.uuid, read.updated_at, ...given.map((each) => each.value),
      );
    },
    /** @returns false when it is gone or its node is held */
    async delete(port: Pick<PortRecord, 'uuid' | 'node_uuid'>): Promise<boolean> {
      const rows = await query(`WITH ${FREE_NODE} DELETE FROM ports p USING free WHERE p.uuid = $2::uuid AND p.node_uuid = free.uuid RETURNING p.id`, port.node_uuid, port.uuid);
      return rows.length === 1;
    },
    /** @param ident uuid or name of a port. @returns whose node it belongs to */
    async ownership(ident: string): Promise<Ownership | undefined> {
      const named = isUuid(ident) ? 'p.uuid = $1::uuid' : 'p.name = $1';
      return (await query<Ownership>(`SELECT n.owner, n.lessee FROM ports p JOIN nodes n ON n.uuid = p.node_uuid WHERE ${named}`, ident))[0];
    },
    /** @param columns what to read; absent: all. Only those are in the records */
    async list(filters: PortFilters, page: ListQuery, columns?: readonly (keyof PortRecord)[]): Promise<PortRecord[]> {
      const where = new Where();
      const ofNodes = (condition: string, value: unknown) => where.add(`EXISTS (SELECT FROM nodes n WHERE n.uuid = p.node_uuid AND ${condition})`, value);
      if (filters.node_uuid !== undefined) where.add('p.node_uuid = ?::uuid', filters.node_uuid);
      if (filters.address !== undefined) where.add('p.address = ?', filters.address.toLowerCase());
      if (filters.shard !== undefined) ofNodes('n.shard = ANY (?::text[])', filters.shard);
      if (filters.conductor_groups !== undefined) ofNodes('n.conductor_group = ANY (?::text[])', filters.conductor_groups);
      for (const project of [filters.project, filters.visible_to]) if (project !== undefined) ofNodes('(n.owner = ? OR n.lessee = ?)', project);
      return pageOf(await query<{ page: string }>(pageSql('ports', 'p', where, page, columns), ...where.values));
    },
  };
}
