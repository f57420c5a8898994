import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, faultOf } from '../support/client.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';

/** Every verb by a real request, through API, Postgres, Redis, BullMQ and a conductor process, and back. */
describe('the life of a node', () => {
  let cluster: Cluster;
  let client: ReturnType<typeof clientOf>;
  beforeAll(async () => {
    cluster = await startCluster();
    const api = await cluster.api();
    await cluster.conductor('c1', { INGOT_API_URL: api.url, INGOT_CAPACITY: '8' });
    client = clientOf(api.url);
  });
  afterAll(async () => {
    await cluster.check();
    await cluster.stop();
  });

  it('walks enroll, manageable, available, active and back', async () => {
    await client.available('walker');
    expect((await client.provision('walker', 'active', { configdrive: 'c2VjcmV0LWNvbmZpZw==' })).status).toBe(202);
    const active = await client.reaches('walker', 'active');
    expect(active).toMatchObject({ target_provision_state: null, last_error: null, deploy_step: {}, instance_info: { configdrive: '******' } });
    await client.accepted('walker', 'rebuild');
    await client.reaches('walker', 'active');
    await client.accepted('walker', 'deleted');
    const back = await client.reaches('walker', 'available');
    expect(back.instance_info).toEqual({});
  });
  it('answers 202 with an empty body, Location and the version headers', async () => {
    await client.request('POST', '/v1/nodes', { driver: 'fake-hardware', name: 'wire' });
    const answer = await client.provision('wire', 'manage');
    expect(answer.status).toBe(202);
    expect(answer.text).toBe('');
    expect(answer.headers.get('content-type')).toBeNull();
    expect(answer.headers.get('location')).toMatch(/\/v1\/nodes\/[0-9a-f-]{36}\/states$/);
    expect(answer.headers.get('x-openstack-ironic-api-maximum-version')).toBe('1.115');
    await client.reaches('wire', 'manageable');
  });
  it('inspects at once, and by a ramdisk that delivers its inventory', async () => {
    await client.request('POST', '/v1/nodes', { driver: 'fake-hardware', name: 'seen', driver_info: { fake_wait: ['inspect'] } });
    await client.accepted('seen', 'manage');
    await client.reaches('seen', 'manageable');
    await client.accepted('seen', 'inspect');
    const node = await client.reaches('seen', 'manageable');
    expect(node.properties).toMatchObject({ cpu_arch: 'x86_64', cpus: 4 });
    expect(node.inspection_finished_at).not.toBeNull();
  });
  it('cleans by hand in the order asked for', async () => {
    await client.accepted('seen', 'clean', { clean_steps: [{ interface: 'bios', step: 'factory_reset' }, { interface: 'deploy', step: 'erase_devices' }] });
    const node = await client.reaches('seen', 'manageable');
    expect(node).toMatchObject({ clean_step: {}, maintenance: false });
  });
  it('ends a clean that asks for an unknown step in clean failed, with the reason', async () => {
    await client.accepted('seen', 'clean', { clean_steps: [{ interface: 'bios', step: 'no_such_step' }] });
    const node = await client.reaches('seen', 'clean failed');
    expect(node.last_error).toContain('bios.no_such_step');
    expect(node.target_provision_state).toBe('manageable');
    expect((await client.provision('seen', 'manage')).status).toBe(202);
    expect((await client.node('seen')).provision_state).toBe('manageable');
  });
  it('waits for the deploy ramdisk and goes on when it beats', async () => {
    await client.available('waiter', { fake_wait: ['deploy'] });
    await client.accepted('waiter', 'active');
    const node = await client.reaches('waiter', 'active', 20_000);
    expect(node.driver_internal_info.agent_secret_token).toBeUndefined();
  });
  it('adopts, rescues, unrescues and services', async () => {
    await client.request('POST', '/v1/nodes', { driver: 'fake-hardware', name: 'used' });
    await client.accepted('used', 'manage');
    await client.reaches('used', 'manageable');
    await client.accepted('used', 'adopt');
    await client.reaches('used', 'active');
    await client.accepted('used', 'rescue', { rescue_password: 'topsecret' });
    const rescued = await client.reaches('used', 'rescue');
    expect(JSON.stringify(rescued)).not.toContain('topsecret');
    await client.accepted('used', 'unrescue');
    await client.reaches('used', 'active');
    await client.accepted('used', 'service', { service_steps: [{ interface: 'vendor', step: 'log_passthrough' }] });
    await client.reaches('used', 'active');
  });
  it('holds and unholds, and aborts a waiting deploy', async () => {
    await client.available('held', { fake_wait: ['deploy'], fake_ramdisk: 'silent' });
    await client.accepted('held', 'active');
    await client.reaches('held', 'wait call-back');
    expect((await client.provision('held', 'abort')).status).toBe(202);
    const aborted = await client.reaches('held', 'deploy failed');
    expect(aborted.last_error).toContain('By request, the deploy operation was aborted');
    await client.accepted('held', 'deleted');
    await client.reaches('held', 'available');
    await client.accepted('held', 'active', { deploy_steps: [{ interface: 'deploy', step: 'hold', args: {}, priority: 150 }] });
    await client.reaches('held', 'deploy hold');
    expect((await client.provision('held', 'unhold')).status).toBe(202);
    await client.reaches('held', 'wait call-back');
    expect((await client.provision('held', 'deleted')).status).toBe(202);
    await client.reaches('held', 'available');
  });
  it('fails a deploy step as told, and the node deploys again', async () => {
    await client.available('flaky', { fake_fail: ['deploy.deploy:1'] });
    await client.accepted('flaky', 'active');
    const failed = await client.reaches('flaky', 'deploy failed');
    expect(failed.last_error).toBe('Deploy step deploy.deploy failed: fake failure injected at deploy.deploy');
    const history = (await client.request('GET', '/v1/nodes/flaky/history')).body.history;
    expect(history.map((entry: { event: string }) => entry.event)).toContain(failed.last_error);
    await client.accepted('flaky', 'active');
    await client.reaches('flaky', 'active');
  });
  it('switches power, and says no where Ironic does', async () => {
    const power = (target: string) => client.request('PUT', '/v1/nodes/walker/states/power', { target });
    expect((await power('power on')).status).toBe(202);
    await client.reaches('walker', 'available');
    expect((await client.node('walker')).power_state).toBe('power on');
    expect((await power('rebooting')).status).toBe(202);
    await client.reaches('walker', 'available');
    expect((await power('sideways')).status).toBe(400);
    await client.request('PATCH', '/v1/nodes/walker', [{ op: 'add', path: '/disable_power_off', value: true }]);
    expect((await power('power off')).status).toBe(409);
  });
  it('refuses verbs that the state does not allow, and unknown ones, with Ironic\'s text', async () => {
    const wrong = await client.provision('walker', 'provide');
    expect(wrong.status).toBe(400);
    expect(faultOf(wrong)).toMatch(/^The requested action "provide" can not be performed on node "[0-9a-f-]{36}" while it is in state "available"\.$/);
    expect((await client.provision('walker', 'fly')).status).toBe(400);
    expect((await clientOf(cluster.members[0]?.url ?? '', '1.3').provision('walker', 'manage')).status).toBe(406);
  });
  it('validates through a conductor', async () => {
    const { body } = await client.request('GET', '/v1/nodes/walker/validate');
    expect(body.power, JSON.stringify(body)).toEqual({ result: true });
    expect(Object.keys(body)).toHaveLength(12);
  });
  it('keeps secrets out of Redis, logs and metrics (P73)', async () => {
    await client.available('secretive', { ipmi_password: 'hunter2-bmc' });
    await client.accepted('secretive', 'active', { configdrive: 'Y29uZmlnLWRyaXZlLXNlY3JldA==' });
    await client.reaches('secretive', 'active');
    const everything: string[] = cluster.members.map((member) => member.output());
    for (const key of await cluster.redis.keys('*')) {
      if ((await cluster.redis.type(key)) === 'hash') everything.push(JSON.stringify(await cluster.redis.hgetall(key)));
      if ((await cluster.redis.type(key)) === 'stream') everything.push(JSON.stringify(await cluster.redis.xrange(key, '-', '+')));
    }
    everything.push(await (await fetch(`${cluster.members[0]?.url}/metrics`)).text());
    for (const secret of ['hunter2-bmc', 'Y29uZmlnLWRyaXZlLXNlY3JldA', 'topsecret']) expect(everything.join('\n')).not.toContain(secret);
    expect((await client.node('secretive')).driver_info.ipmi_password).toBe('******');
  });
});
