import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/setup/database.ts';
import { type ListQuery, pageSql } from './listing.ts';
import { conditions, type NodeFilters } from './nodes.ts';

const COUNT = 30_000;
const PAGE = { limit: 1_000 };

/** How Postgres reads a page of nodes among many: by an index, never through all of them. */
describe('plans of node lists', () => {
  let database: { databaseUrl: string; drop(): Promise<void> };
  let client: pg.Client;
  let middle: string;
  beforeAll(async () => {
    database = await freshDatabase();
    client = new pg.Client({ connectionString: database.databaseUrl });
    await client.connect();
    await client.query(`
      INSERT INTO nodes (uuid, driver, name, provision_state, resource_class, conductor_group, owner, lessee, shard, fault, maintenance, retired, instance_uuid, traits)
      SELECT gen_random_uuid(), (ARRAY['fake-hardware', 'redfish'])[1 + i % 2], 'n' || i, (ARRAY['enroll', 'available', 'active'])[1 + i % 3], 'class-' || i % 40,
        'group-' || i % 20, 'owner-' || i % 50, 'lessee-' || i % 50, 'shard-' || i % 30, CASE WHEN i % 100 = 0 THEN 'power failure' END, i % 100 = 0, i % 200 = 0,
        CASE WHEN i % 20 = 0 THEN gen_random_uuid() END, ARRAY['CUSTOM_' || i % 500]
      FROM generate_series(1, ${COUNT}) AS i`);
    await client.query('ANALYZE nodes');
    middle = (await client.query(`SELECT uuid FROM nodes ORDER BY id OFFSET ${COUNT / 2} LIMIT 1`)).rows[0].uuid;
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  async function planOf(filters: NodeFilters, page: ListQuery): Promise<string> {
    const where = conditions(filters);
    const { rows } = await client.query(`EXPLAIN ${pageSql('nodes', 'n', where, page)}`, where.values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  it.each<[string, NodeFilters, string?]>([
    ['nothing', {}, 'nodes_id_key'],
    ['provision_state', { provision_state: 'available' }],
    ['driver', { driver: 'redfish' }],
    ['resource_class', { resource_class: 'class-3' }, 'nodes_resource_class_id_idx'],
    ['conductor_group', { conductor_group: 'group-3' }, 'nodes_conductor_group_id_idx'],
    ['owner', { owner: 'owner-3' }, 'nodes_owner_id_idx'],
    ['lessee', { lessee: 'lessee-3' }, 'nodes_lessee_id_idx'],
    ['fault', { fault: 'power failure' }, 'nodes_faulty'],
    ['maintenance', { maintenance: true }, 'nodes_in_maintenance'],
    ['not maintenance', { maintenance: false }, 'nodes_id_key'],
    ['retired', { retired: true }, 'nodes_retired'],
    ['associated', { associated: true }, 'nodes_associated'],
    ['one instance', { instance_uuid: '00000000-0000-4000-8000-000000000000' }, 'nodes_instance_uuid_key'],
  ])('by %s: an index, for the first page and one from the middle', async (_what, filters, index = '') => {
    const [first, later] = [await planOf(filters, PAGE), await planOf(filters, { ...PAGE, marker: middle })];
    for (const plan of [first, later]) {
      expect(plan).toMatch(/Index Scan/);
      expect(plan).not.toContain('Seq Scan');
    }
    expect(first).toContain(index);
  });
  it('finds nodes by trait through the index', async () => {
    const { rows } = await client.query(`EXPLAIN SELECT uuid FROM nodes WHERE traits @> ARRAY['CUSTOM_7']`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('nodes_traits_idx');
  });
});
