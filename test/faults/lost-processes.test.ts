import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../support/client.ts';
import { type Cluster, startCluster, until } from '../support/cluster.ts';

/** Fault cases P04, P14, P31, P61a: a process or Redis's memory is lost; every node comes to rest within the bound. */
describe('lost processes', () => {
  let cluster: Cluster;
  let client: ReturnType<typeof clientOf>;
  let apiUrl: string;
  beforeAll(async () => {
    cluster = await startCluster({ redisDb: 3 });
    apiUrl = (await cluster.api()).url;
    client = clientOf(apiUrl);
  });
  afterAll(async () => {
    await cluster.check();
    await cluster.stop();
  });

  it('ends ten deploys of a killed conductor in deploy failed, unreserved, and they deploy again (P14, P31)', async () => {
    const doomed = await cluster.conductor('doomed', { INGOT_CAPACITY: '10', INGOT_API_URL: apiUrl });
    const names = Array.from({ length: 10 }, (_, i) => `k${i}`);
    await Promise.all(names.map((name) => client.available(name)));
    for (const name of names) await client.request('PATCH', `/v1/nodes/${name}`, [{ op: 'add', path: '/driver_info/fake_delay', value: 600 }]);
    await Promise.all(names.map((name) => client.accepted(name, 'active')));
    await until(async () => (await cluster.db.query(`SELECT FROM operations WHERE status = 'running'`)).rowCount === 10, 'all ten run');
    await doomed.kill('SIGKILL');
    for (const name of names) {
      const node = await client.reaches(name, 'deploy failed', 15_000);
      expect(node.last_error).toContain('doomed');
      expect(node.target_provision_state).toBe('active');
      await client.request('PATCH', `/v1/nodes/${name}`, [{ op: 'remove', path: '/driver_info/fake_delay' }]);
    }
    await cluster.conductor('second', { INGOT_CAPACITY: '10', INGOT_API_URL: apiUrl });
    await Promise.all(names.map((name) => client.accepted(name, 'active')));
    for (const name of names) await client.reaches(name, 'active', 20_000);
  });

  it.each(['after-intent', 'after-admit'])('reverts an operation whose API was killed %s; no job of it runs (P04)', async (point) => {
    const name = `api-${point}`;
    await client.available(name);
    const api = await cluster.api({ INGOT_RACE_POINT: `${point}:kill` });
    await clientOf(api.url).provision(name, 'active').catch(() => undefined);
    const node = await client.reaches(name, 'available', 15_000);
    expect(node).toMatchObject({ target_provision_state: null, reservation: null });
    const { rows } = await cluster.db.query('SELECT status, started_at FROM operations WHERE node_uuid = $1 ORDER BY created_at DESC LIMIT 1', [node.uuid]);
    expect(rows[0]).toEqual({ status: 'reverted', started_at: null });
    await client.accepted(name, 'active');
    await client.reaches(name, 'active');
  });

  it('finishes an operation whose API was killed after the enqueue (P04)', async () => {
    await client.available('api-enqueued');
    const api = await cluster.api({ INGOT_RACE_POINT: 'after-enqueue:kill' });
    await clientOf(api.url).provision('api-enqueued', 'active').catch(() => undefined);
    await client.reaches('api-enqueued', 'active');
  });

  it('goes on after Redis was emptied under running and queued operations (P61a)', async () => {
    const names = Array.from({ length: 6 }, (_, i) => `f${i}`);
    await Promise.all(names.map((name) => client.available(name)));
    for (const name of names) await client.request('PATCH', `/v1/nodes/${name}`, [{ op: 'add', path: '/driver_info/fake_delay', value: 1 }]);
    await Promise.all(names.map((name) => client.accepted(name, 'active')));
    await cluster.redis.flushdb();
    for (const name of names) await client.reaches(name, 'active', 20_000);
    const { rows } = await cluster.db.query(`SELECT max(starts) AS starts FROM operations`);
    expect(rows[0].starts).toBe(1);
  });
});
