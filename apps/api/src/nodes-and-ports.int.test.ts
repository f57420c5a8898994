import { randomUUID } from 'node:crypto';
import { loadConfig } from '@ingot/config';
import { createCore } from '@ingot/core';
import { type DriverOffer, INTERFACE_KINDS } from '@ingot/domain';
import { migrate } from '@ingot/store';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ROUTES } from './routes/index.ts';
import { noauth } from './auth/authenticator.ts';
import { buildServer } from './server.ts';

/** The whole API in this process on a real Postgres, with a conductor that is only a row: nothing here needs it to work. */
const offer = {
  interfaces: Object.fromEntries(INTERFACE_KINDS.map((kind) => [kind, { enabled: ['fake', 'other'], default: 'fake' }])),
  properties: {},
} as unknown as DriverOffer;
let db: pg.Pool;
let core: ReturnType<typeof createCore>;
let app: ReturnType<typeof buildServer>;

beforeAll(async () => {
  const name = `ingot_api_${process.pid}_${Date.now()}`;
  const admin = new pg.Client({ connectionString: inject('databaseUrl') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const at = new URL(inject('databaseUrl'));
  at.pathname = `/${name}`;
  await migrate(at.href);
  db = new pg.Pool({ connectionString: at.href, max: 2 });
  core = createCore(
    loadConfig({ DATABASE_URL: at.href, REDIS_URL: inject('redisUrl'), INGOT_LOG_LEVEL: 'silent', INGOT_NODE_LOCKED_RETRY_INTERVAL_MS: '20', INGOT_CONDUCTOR_ALIVE_MS: '600000' }),
    { role: 'api' },
  );
  await core.store.conductors.register({ hostname: 'host-1', instance: randomUUID(), conductor_group: '', hardware_types: ['fake-hardware'], drivers: { 'fake-hardware': offer }, pool: 'p', capacity: 1 });
  app = buildServer(core, ROUTES, noauth);
});
afterAll(async () => {
  await app?.close();
  await core?.close();
  await db?.end();
});

async function ask(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object, version = '1.115') {
  const answer = await app.inject({ method, url, headers: { 'x-openstack-ironic-api-version': version }, ...(payload === undefined ? {} : { payload }) });
  const body = answer.body === '' ? undefined : answer.json();
  return { status: answer.statusCode, body, fault: body?.error_message === undefined ? undefined : JSON.parse(body.error_message).faultstring, location: answer.headers.location };
}
const create = (fields: object = {}) => ask('POST', '/v1/nodes', { driver: 'fake-hardware', ...fields });
const set = (path: string, value: unknown) => [{ op: 'replace', path, value }];
const held = (uuid: string, host: string | null) => db.query('UPDATE nodes SET reservation = $2, revision = revision + 1 WHERE uuid = $1', [uuid, host]);
let macs = 0;
const mac = () => `52:54:00:00:01:${(++macs).toString(16).padStart(2, '0')}`;

describe('nodes', () => {
  test('creates with defaults, and says why not', async () => {
    const { status, body, location } = await create({ name: 'first', driver_info: { ipmi_password: 'x' }, maintenance: 'yes' });
    expect(status).toBe(201);
    expect(location).toMatch(new RegExp(`/v1/nodes/${body.uuid}$`));
    expect(body).toMatchObject({ provision_state: 'enroll', power_state: null, deploy_interface: 'fake', driver_info: { ipmi_password: '******' }, maintenance: true, conductor: 'host-1', traits: [] });
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    const refusals: [object, number, string][] = [
      [{ name: 'first' }, 409, 'A node with name first already exists.'],
      [{ uuid: body.uuid }, 409, `A node with UUID ${body.uuid} already exists.`],
      [{ driver: 'nope' }, 400, 'No valid host was found.'],
      [{ name: 'detail' }, 400, 'The word "detail" is reserved'],
      [{ deploy_interface: 'zz' }, 400, "entrypoint: zz. Valid interfaces are ['fake', 'other']."],
      [{ network_data: { a: 1 } }, 400, 'network_data is not valid'],
      [{ parent_node: 'nobody' }, 400, 'Node nobody could not be found.'],
      [{ chassis_uuid: randomUUID() }, 400, 'Chassis '],
    ];
    for (const [fields, code, text] of refusals) {
      const answer = await create(fields);
      expect({ status: answer.status, fault: answer.fault }, JSON.stringify(fields)).toEqual({ status: code, fault: expect.stringContaining(text) });
    }
    expect((await ask('POST', '/v1/nodes', { driver: 'fake-hardware', owner: 'o' }, '1.49')).status).toBe(406);
    expect((await ask('POST', '/v1/nodes', { driver: 'fake-hardware' }, '1.1')).body.provision_state).toBeNull();
  });

  test('pages in any order without losing what sorts as nothing', async () => {
    const made = [];
    for (const name of ['pb', null, 'pa', null, 'pc']) made.push((await create({ name, owner: 'paging' })).body.uuid);
    for (const order of ['', '&sort_key=name', '&sort_key=name&sort_dir=desc', '&sort_key=created_at&sort_dir=desc', '&sort_key=maintenance']) {
      const seen: string[] = [];
      let url: string | undefined = `/v1/nodes?owner=paging&limit=2${order}`;
      while (url) {
        const { status, body }: { status: number; body: { nodes: { uuid: string }[]; next?: string } } = await ask('GET', url);
        expect(status).toBe(200);
        seen.push(...body.nodes.map((node) => node.uuid));
        url = body.next?.replace(/^https?:\/\/[^/]+/, '');
      }
      expect([...seen].sort(), order).toEqual([...made].sort());
    }
    expect((await ask('GET', `/v1/nodes?owner=paging&marker=${made.at(-1)}`)).body).toEqual({ nodes: [] });
    expect((await ask('GET', `/v1/nodes?marker=${randomUUID()}`)).status).toBe(404);
    expect((await ask('GET', '/v1/nodes?marker=pa')).fault).toBe('Expected UUID for marker: pa');
  });

  test('filters', async () => {
    const parent = (await create({ name: 'parent', shard: 's1', owner: 'me' })).body.uuid;
    const child = (await create({ name: 'child', parent_node: 'parent', lessee: 'me' })).body;
    expect(child.parent_node).toBe(parent);
    const names = async (query: string) => (await ask('GET', `/v1/nodes?fields=name&${query}`)).body.nodes.map((node: { name: string }) => node.name).sort();
    expect(await names('project=me')).toEqual(['parent']);
    expect(await names('project=me&include_children=true')).toEqual(['child', 'parent']);
    expect(await names('parent_node=parent')).toEqual(['child']);
    expect(await names('shard=s0,s1')).toEqual(['parent']);
    expect(await names('sharded=true')).toEqual(['parent']);
    expect((await ask('GET', '/v1/nodes?provision_state=bogus')).fault).toBe('Provision state "bogus" is not valid');
    expect((await ask('GET', '/v1/nodes?shard=s1', undefined, '1.81')).fault).toMatch('The minimal required API version should be 1.82');
  });

  test('two clients that patch at once lose nothing of each other', async () => {
    const { uuid } = (await create()).body;
    const keys = Array.from({ length: 6 }, (_, i) => `k${i}`);
    const answers = await Promise.all(keys.map((key) => ask('PATCH', `/v1/nodes/${uuid}`, [{ op: 'add', path: `/extra/${key}`, value: key }])));
    expect(answers.map((answer) => answer.status)).toEqual(keys.map(() => 200));
    expect((await ask('GET', `/v1/nodes/${uuid}`)).body.extra).toEqual(Object.fromEntries(keys.map((key) => [key, key])));
  });

  test('a held node is not written: 409 for each kind of write, once it is free again they pass', async () => {
    const { uuid } = (await create({ name: 'held' })).body;
    await held(uuid, 'host-1');
    const writes = [
      () => ask('PATCH', `/v1/nodes/${uuid}`, [{ op: 'add', path: '/extra/a', value: 1 }]),
      () => ask('PUT', `/v1/nodes/${uuid}/maintenance`, { reason: 'r' }),
      () => ask('PUT', `/v1/nodes/${uuid}/traits/CUSTOM_Z`),
      () => ask('POST', '/v1/ports', { node_uuid: uuid, address: mac() }),
      () => ask('DELETE', `/v1/nodes/${uuid}`),
    ];
    for (const write of writes) expect(await write()).toMatchObject({ status: 409, fault: `Node ${uuid} is locked by host host-1, please retry after the current operation is completed.` });
    await held(uuid, null);
    const codes = [];
    for (const write of writes) codes.push((await write()).status);
    expect(codes).toEqual([200, 202, 204, 201, 204]);
  });

  test('rules of PATCH', async () => {
    const { uuid } = (await create({ name: 'Rules~1' })).body;
    const patch = (operations: object[], version?: string) => ask('PATCH', `/v1/nodes/${uuid}`, operations, version);
    expect((await patch([{ op: 'add', path: '/extra/a', value: 1 }], '1.1')).status, 'its name is not held against an old client').toBe(200);
    expect((await patch(set('/power_state', 'power on'))).fault).toMatch(/^Cannot patch \/power_state\. Only the following can be updated: automated_clean, bios_interface/);
    expect((await patch(set('/protected', true))).fault).toBe(`Node ${uuid} can only be made protected in provision states 'active' or 'rescue', the current state is 'enroll'`);
    expect((await patch(set('/retired_reason', 'x'))).fault).toBe('The retired_reason field can only be set when retired is True');
    expect((await patch(set('/deploy_interface', 'other'))).body.deploy_interface).toBe('other');
    expect((await patch([{ op: 'remove', path: '/deploy_interface' }])).body.deploy_interface).toBe('fake');
    const instance = randomUUID();
    expect((await patch(set('/instance_uuid', instance))).body.instance_uuid).toBe(instance);
    expect((await patch(set('/instance_uuid', randomUUID()))).fault).toBe(`Node ${uuid} is associated with instance ${instance}.`);
    const second = (await create()).body.uuid;
    expect((await ask('PATCH', `/v1/nodes/${second}`, set('/instance_uuid', instance))).status).toBe(409);
    expect((await ask('DELETE', `/v1/nodes/${uuid}`)).fault).toBe(`Node ${uuid} is associated with instance ${instance}.`);
    await db.query(`UPDATE nodes SET provision_state = 'deploying', target_provision_state = 'active' WHERE uuid = $1`, [uuid]);
    expect((await patch(set('/extra/a', 2))).fault).toBe(`Node ${uuid} can not be updated while a state transition is in progress.`);
  });

  test('maintenance off clears what put it on', async () => {
    const { uuid } = (await create()).body;
    await ask('PUT', `/v1/nodes/${uuid}/maintenance`, { reason: 'fan' });
    await db.query(`UPDATE nodes SET fault = 'power failure' WHERE uuid = $1`, [uuid]);
    expect((await ask('GET', `/v1/nodes/${uuid}`)).body).toMatchObject({ maintenance: true, maintenance_reason: 'fan', fault: 'power failure' });
    expect((await ask('DELETE', `/v1/nodes/${uuid}/maintenance`)).status).toBe(202);
    expect((await ask('GET', `/v1/nodes/${uuid}`)).body).toMatchObject({ maintenance: false, maintenance_reason: null, fault: null });
  });

  test('traits', async () => {
    const { uuid } = (await create()).body;
    const path = `/v1/nodes/${uuid}/traits`;
    expect((await ask('PUT', path, { traits: ['CUSTOM_A', 'HW_CPU_X86_VMX'] })).status).toBe(204);
    expect((await ask('PUT', `${path}/CUSTOM_B`)).status).toBe(204);
    expect((await ask('PUT', `${path}/custom_low`)).status).toBe(400);
    expect((await ask('PUT', path, {})).fault).toMatch(/^A single node trait may be added/);
    expect((await ask('DELETE', `${path}/CUSTOM_X`)).fault).toBe(`Node ${uuid} doesn't have a trait 'CUSTOM_X'`);
    expect((await ask('PUT', path, { traits: Array.from({ length: 51 }, (_, i) => `CUSTOM_${i}`) })).status).toBe(400);
    expect((await ask('GET', path)).body).toEqual({ traits: ['CUSTOM_A', 'CUSTOM_B', 'HW_CPU_X86_VMX'] });
    expect((await ask('GET', path, undefined, '1.36')).fault).toBe('Request not acceptable.');
    expect((await ask('DELETE', path)).status).toBe(204);
  });

  test('history', async () => {
    const { uuid } = (await create({ name: 'past' })).body;
    await db.query(`INSERT INTO node_history (node_uuid, severity, event, event_type, conductor, provision_state) VALUES ($1, 'ERROR', repeat('x', 300), 'cleaning', 'host-1', 'clean failed')`, [uuid]);
    const [brief] = (await ask('GET', '/v1/nodes/past/history')).body.history;
    expect(Object.keys(brief)).toEqual(['uuid', 'created_at', 'severity', 'event', 'links']);
    expect(brief.event).toBe(`${'x'.repeat(251)}...`);
    const full = (await ask('GET', `/v1/nodes/past/history/${brief.uuid}`)).body;
    expect(full).toMatchObject({ event: 'x'.repeat(300), event_type: 'cleaning', conductor: 'host-1', user: null, state: 'clean failed' });
    expect((await ask('GET', '/v1/nodes/past/history?detail=true')).body.history).toEqual([full]);
    expect((await ask('GET', `/v1/nodes/past/history/${randomUUID()}`)).status).toBe(404);
  });
});

describe('ports', () => {
  test('from creation to deletion with the node', async () => {
    const node = (await create({ name: 'with-ports' })).body.uuid;
    const address = mac();
    const made = await ask('POST', '/v1/ports', { node_uuid: node, address: address.toUpperCase().replaceAll(':', '-'), name: 'eth0', pxe_enabled: false });
    expect(made).toMatchObject({ status: 201, body: { address, node_uuid: node, pxe_enabled: false, updated_at: null, extra: {}, portgroup_uuid: null } });
    const path = `/v1/ports/${made.body.uuid}`;
    expect((await ask('POST', '/v1/ports', { node_uuid: node, address })).fault).toBe(`A port with MAC address ${address} already exists.`);
    expect((await ask('POST', '/v1/ports', { node_uuid: node, address: 'x' })).fault).toBe('Expected valid MAC address for address: x');
    expect((await ask('POST', '/v1/ports', { node_uuid: randomUUID(), address: mac() })).status).toBe(400);
    expect((await ask('GET', `/v1/ports?address=${address}&fields=node_uuid,uuid,address`)).body.ports).toHaveLength(1);
    expect((await ask('GET', '/v1/nodes/with-ports/ports')).body.ports.map((port: object) => Object.keys(port))).toEqual([['uuid', 'address', 'links']]);
    expect((await ask('GET', '/v1/ports/eth0')).body.uuid).toBe(made.body.uuid);
    expect((await ask('GET', '/v1/ports/eth0', undefined, '1.87')).status).toBe(400);
    expect((await ask('GET', '/v1/ports?node=with-ports&shard=s')).status).toBe(403);
    const answers = await Promise.all(['a', 'b', 'c'].map((key) => ask('PATCH', path, [{ op: 'add', path: `/extra/${key}`, value: 1 }])));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await ask('GET', path)).body.extra).toEqual({ a: 1, b: 1, c: 1 });
    await held(node, 'host-1');
    expect((await ask('PATCH', path, set('/extra', {}))).status).toBe(409);
    expect((await ask('DELETE', path)).status).toBe(409);
    await held(node, null);
    expect((await ask('DELETE', `/v1/nodes/${node}`)).status).toBe(204);
    expect((await ask('GET', path)).fault).toBe(`Port ${made.body.uuid} could not be found.`);
  });
});
