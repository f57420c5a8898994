import { Conflict, isUuid, type NodePatch, type NodeRecord, type Ownership } from '@ingot/domain';
import type { Prisma } from './client.ts';
import { NODE_COLUMNS, writable } from './columns.ts';
import { classify, guarded } from './errors.ts';
import { type ListQuery, pageOf, pageSql, Where } from './listing.ts';

export interface NodeFilters {
  provision_state?: string;
  driver?: string;
  resource_class?: string;
  conductor_group?: string;
  owner?: string;
  lessee?: string;
  fault?: string;
  /** any of these */
  shard?: string[];
  sharded?: boolean;
  instance_uuid?: string;
  instance_name?: string;
  chassis_uuid?: string;
  parent_node?: string;
  /** nodes with a parent too; they are hidden otherwise */
  include_children?: boolean;
  maintenance?: boolean;
  retired?: boolean;
  associated?: boolean;
  description_contains?: string;
  /** owner or lessee */
  project?: string;
  /** only what this project owns or leases, beside any other filter */
  visible_to?: string;
}
const PLAIN = ['provision_state', 'driver', 'resource_class', 'conductor_group', 'owner', 'lessee', 'fault', 'instance_name'] as const;
const UUIDS = ['instance_uuid', 'chassis_uuid', 'parent_node'] as const;

function duplicate(error: unknown, fields: Partial<NodeRecord>): unknown {
  const failure = classify(error);
  if (failure.kind !== 'unique') return error;
  if (failure.constraint.includes('instance_uuid')) {
    return new Conflict(`Instance ${fields.instance_uuid} is already associated with a node, it cannot be associated with this other node ${fields.uuid}`, 'InstanceAssociated');
  }
  if (failure.constraint.includes('name')) return new Conflict(`A node with name ${fields.name} already exists.`, 'DuplicateName');
  return new Conflict(`A node with UUID ${fields.uuid} already exists.`, 'NodeAlreadyExists');
}

/** A boolean column is compared as itself: only so is the partial index of the few that are true of use. */
const isTrue = (column: string, wanted: boolean) => `${wanted ? '' : 'NOT '}n.${column}`;

/** The WHERE of a node list. */
export function conditions(filters: NodeFilters): Where {
  const where = new Where();
  for (const key of PLAIN) if (filters[key] !== undefined) where.add(`n.${key} = ?`, filters[key]);
  for (const key of UUIDS) if (filters[key] !== undefined) where.add(`n.${key} = ?::uuid`, filters[key]);
  for (const key of ['maintenance', 'retired'] as const) if (filters[key] !== undefined) where.add(isTrue(key, filters[key]));
  if (filters.associated !== undefined) where.add(`n.instance_uuid IS ${filters.associated ? 'NOT ' : ''}NULL`);
  if (filters.description_contains !== undefined) where.add('position(? in n.description) > 0', filters.description_contains);
  if (filters.shard !== undefined) where.add('n.shard = ANY (?::text[])', filters.shard);
  if (filters.sharded !== undefined) where.add(`n.shard IS ${filters.sharded ? 'NOT ' : ''}NULL`);
  for (const project of [filters.project, filters.visible_to]) if (project !== undefined) where.add('(n.owner = ? OR n.lessee = ?)', project);
  if (filters.parent_node === undefined && !filters.include_children) where.add('n.parent_node IS NULL');
  return where;
}

/** Nodes. Each call is one round trip. */
export function nodeStore(prisma: Prisma) {
  const query = <T>(text: string, ...values: unknown[]) => guarded(() => prisma.$queryRawUnsafe<T[]>(text, ...values));
  return {
    /** @param ident uuid or name */
    async get(ident: string): Promise<NodeRecord | undefined> {
      const column = isUuid(ident) ? 'uuid = $1::uuid' : 'name = $1';
      return (await query<{ node: NodeRecord }>(`SELECT to_jsonb(n) AS node FROM nodes n WHERE n.${column}`, ident))[0]?.node;
    },
    /** As `get`, with how many nodes are in any of `states` at the moment. */
    async getAndCount(ident: string, states: readonly string[]): Promise<{ node: NodeRecord; count: number } | undefined> {
      const column = isUuid(ident) ? 'uuid = $1::uuid' : 'name = $1';
      const rows = await query<{ node: NodeRecord; count: number }>(
        `SELECT to_jsonb(n) AS node, (SELECT count(*)::int FROM nodes c WHERE c.provision_state = ANY ($2::text[])) AS count FROM nodes n WHERE n.${column}`,
        ident, states,
      );
      return rows[0];
    },
    /** @param ident uuid or name. @returns whose node it is */
    async ownership(ident: string): Promise<Ownership | undefined> {
      const column = isUuid(ident) ? 'uuid = $1::uuid' : 'name = $1';
      return (await query<Ownership>(`SELECT n.owner, n.lessee FROM nodes n WHERE n.${column}`, ident))[0];
    },
    /** @throws Conflict with Ironic's texts when uuid, name or instance_uuid is taken */
    async create(fields: Partial<NodeRecord> & { uuid: string; driver: string }): Promise<NodeRecord> {
      const given = writable(NODE_COLUMNS, fields);
      const names = given.map((one) => one.name).join(', ');
      const values = given.map((one, i) => `$${i + 1}::${one.cast}`).join(', ');
      try {
        const rows = await query<{ node: NodeRecord }>(
          `WITH n AS (INSERT INTO nodes (${names}) VALUES (${values}) RETURNING *) SELECT to_jsonb(n) AS node FROM n`,
          ...given.map((one) => one.value),
        );
        return (rows[0] as { node: NodeRecord }).node;
      } catch (error) {
        throw duplicate(error, fields);
      }
    },
    /**
     * Conditional write: only if nobody wrote the node since `revision` was read. `driver_internal_info` is merged.
     * @returns undefined when it was written or (requireUnreserved) is held
     */
    async update(uuid: string, revision: number, patch: NodePatch, options: { requireUnreserved?: boolean } = {}): Promise<NodeRecord | undefined> {
      const given = writable(NODE_COLUMNS, patch);
      const sets = given.map(({ name, cast }, i) =>
        name === 'driver_internal_info'
          ? `driver_internal_info = (SELECT coalesce(jsonb_object_agg(k, v) FILTER (WHERE v <> 'null'), '{}') FROM jsonb_each(n.driver_internal_info || $${i + 3}::jsonb) AS e (k, v))`
          : `${name} = $${i + 3}::${cast}`,
      );
      if (patch.provision_state !== undefined) sets.push('provision_updated_at = now()');
      try {
        const rows = await query<{ node: NodeRecord }>(
          `WITH n AS (UPDATE nodes n SET ${[...sets, 'revision = revision + 1', 'updated_at = now()'].join(', ')}
           WHERE n.uuid = $1::uuid AND n.revision = $2::int ${options.requireUnreserved ? 'AND n.reservation IS NULL' : ''} RETURNING n.*)
           SELECT to_jsonb(n) AS node FROM n`,
          uuid, revision, ...given.map((one) => one.value),
        );
        return rows[0]?.node;
      } catch (error) {
        throw duplicate(error, { ...patch, uuid });
      }
    },
    /** @returns false when it was written since, is held, or has an open operation */
    async delete(uuid: string, revision: number): Promise<boolean> {
      const count = await guarded(() =>
        prisma.$executeRawUnsafe(
          `DELETE FROM nodes n WHERE n.uuid = $1::uuid AND n.revision = $2::int AND n.reservation IS NULL
           AND NOT EXISTS (SELECT FROM operations o WHERE o.node_uuid = n.uuid AND o.ended_at IS NULL AND o.status <> 'waiting')`,
          uuid, revision,
        ),
      );
      return count === 1;
    },
    /** @param columns what to read; absent: all. Only those are in the records */
    async list(filters: NodeFilters, page: ListQuery, columns?: readonly (keyof NodeRecord)[]): Promise<NodeRecord[]> {
      const where = conditions(filters);
      return pageOf(await query<{ page: string }>(pageSql('nodes', 'n', where, page, columns), ...where.values));
    },
  };
}
