import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, faultOf } from '../support/client.ts';
import { type Cluster, type Member, startCluster, until } from '../support/cluster.ts';

/** Bug 1331494: a verb finds no free worker. The node must be as it was, and the same request succeed later. */
const VERBS: { verb: string; body?: object; start: (client: ReturnType<typeof clientOf>, name: string) => Promise<void>; end: string }[] = [
  { verb: 'manage', end: 'manageable', start: async (c, n) => void (await c.request('POST', '/v1/nodes', { driver: 'fake-hardware', name: n })) },
  { verb: 'provide', end: 'available', start: manageable },
  { verb: 'inspect', end: 'manageable', start: manageable },
  { verb: 'clean', body: { clean_steps: [{ interface: 'bios', step: 'factory_reset' }] }, end: 'manageable', start: manageable },
  { verb: 'adopt', end: 'active', start: manageable },
  { verb: 'active', end: 'active', start: async (c, n) => void (await c.available(n)) },
  { verb: 'rebuild', end: 'active', start: active },
  { verb: 'deleted', end: 'available', start: active },
  { verb: 'rescue', body: { rescue_password: 'letmein-please' }, end: 'rescue', start: active },
  { verb: 'unrescue', end: 'active', start: async (c, n) => {
    await active(c, n);
    await c.accepted(n, 'rescue', { rescue_password: 'letmein-please' });
    await c.reaches(n, 'rescue');
  } },
  { verb: 'service', body: { service_steps: [{ interface: 'vendor', step: 'log_passthrough' }] }, end: 'active', start: active },
];
async function manageable(c: ReturnType<typeof clientOf>, n: string): Promise<void> {
  await c.request('POST', '/v1/nodes', { driver: 'fake-hardware', name: n });
  await c.accepted(n, 'manage');
  await c.reaches(n, 'manageable');
}
async function active(c: ReturnType<typeof clientOf>, n: string): Promise<void> {
  await c.available(n);
  await c.accepted(n, 'active');
  await c.reaches(n, 'active');
}
const KEPT = ['provision_state', 'target_provision_state', 'power_state', 'target_power_state', 'instance_info', 'clean_step', 'deploy_step', 'service_step'];
const keptOf = (node: { [field: string]: unknown }) => Object.fromEntries(KEPT.map((field) => [field, node[field]]));

describe('refusals as in the origin bug', () => {
  let cluster: Cluster;
  let client: ReturnType<typeof clientOf>;
  let apis: Member[];
  beforeAll(async () => {
    cluster = await startCluster({ redisDb: 2 });
    apis = [await cluster.api(), await cluster.api()];
    await cluster.conductor('only', { INGOT_CAPACITY: '1', INGOT_API_URL: apis[0]?.url });
    client = clientOf(apis[0]?.url ?? '');
    await client.available('hog');
    for (const [i, { start }] of VERBS.entries()) await start(client, `v${i}`);
  });
  afterAll(async () => {
    await cluster.check();
    await cluster.stop();
  });
  it('refuses every verb that needs a worker with 503 and puts everything back', async () => {
    await client.request('PATCH', '/v1/nodes/hog', [{ op: 'replace', path: '/driver_info', value: { fake_delay: 4 } }]);
    await client.accepted('hog', 'active');
    for (const [i, { verb, body }] of VERBS.entries()) {
      const before = await client.node(`v${i}`);
      const answer = await client.provision(`v${i}`, verb, body);
      expect(answer.status, `${verb}: ${answer.text}`).toBe(503);
      expect(faultOf(answer)).toBe('Requested action cannot be performed due to lack of free conductor workers.');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      const after = await client.node(`v${i}`);
      expect(keptOf(after), verb).toEqual(keptOf(before));
      expect(after).toMatchObject({ reservation: null, last_error: 'No free conductor workers available' });
      const operations = await cluster.db.query('SELECT status, reason FROM operations WHERE node_uuid = $1 ORDER BY created_at DESC LIMIT 1', [after.uuid]);
      expect(operations.rows[0]).toEqual({ status: 'reverted', reason: 'No free conductor workers available' });
    }
    const slots = (await Promise.all((await cluster.redis.keys('ingot:slots:*')).map((key) => cluster.redis.zcard(key)))).reduce((sum, n) => sum + n, 0);
    expect(slots).toBe(1);
    await client.reaches('hog', 'active', 20_000);
    for (const [i, { verb, body, end }] of VERBS.entries()) {
      await client.accepted(`v${i}`, verb, body);
      await client.reaches(`v${i}`, end);
    }
  });

  it('switches power through the reserved share while all ordinary slots are busy', async () => {
    await client.request('PATCH', '/v1/nodes/hog', [{ op: 'replace', path: '/driver_info', value: { fake_delay: 2 } }]);
    await client.accepted('hog', 'rebuild');
    expect((await client.request('PUT', '/v1/nodes/v0/states/power', { target: 'power on' })).status).toBe(202);
    await until(async () => (await client.node('v0')).power_state === 'power on', 'v0 is on');
    expect((await client.node('hog')).provision_state).toBe('deploying');
    await client.reaches('hog', 'active', 20_000);
  });

  it('lets exactly one of fifty simultaneous requests to two APIs have the last slot', async () => {
    const names = Array.from({ length: 50 }, (_, i) => `race${i}`);
    await Promise.all(names.map((name) => client.request('POST', '/v1/nodes', { driver: 'fake-hardware', name, driver_info: { fake_delay: 2 } })));
    await until(async () => (await cluster.redis.zcard('ingot:slots:default.fake-hardware+manual-management')) === 0, 'all slots are free');
    const answers = await Promise.all(names.map((name, i) => clientOf(apis[i % 2]?.url ?? '').provision(name, 'manage')));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect({ accepted: count(202), refused: count(503) }).toEqual({ accepted: 1, refused: 49 });
    const refused = names.filter((_, i) => answers[i]?.status === 503);
    for (const name of refused) expect(await client.node(name)).toMatchObject({ provision_state: 'enroll', target_provision_state: null, reservation: null });
    await client.reaches(names.find((_, i) => answers[i]?.status === 202) ?? '', 'manageable', 20_000);
  });
});
