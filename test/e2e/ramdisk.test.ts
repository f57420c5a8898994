import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../support/client.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';

/** A flow may wait for its ramdisk more than once, and another conductor may be the one to go on. */
describe('the simulated ramdisk', () => {
  let cluster: Cluster;
  let client: ReturnType<typeof clientOf>;
  beforeAll(async () => {
    cluster = await startCluster();
    const api = await cluster.api();
    for (const name of ['c1', 'c2']) await cluster.conductor(name, { INGOT_API_URL: api.url });
    client = clientOf(api.url);
  });
  afterAll(async () => {
    await cluster.check();
    await cluster.stop();
  });

  it('calls back in cleaning, and in each wait of a service', async () => {
    await client.available('often', { fake_wait: 'clean,service,rescue', fake_delay: '0.1' });
    await client.accepted('often', 'active');
    await client.reaches('often', 'active');
    const wait = { interface: 'vendor', step: 'trigger_servicewait' };
    await client.accepted('often', 'service', { service_steps: [wait, { interface: 'vendor', step: 'log_passthrough' }, wait] });
    const node = await client.reaches('often', 'active', 20_000);
    expect(node).toMatchObject({ last_error: null, service_step: {} });
    await client.accepted('often', 'rescue', { rescue_password: 'secret' });
    await client.reaches('often', 'rescue');
  });
  it('goes on beating for a reserved wait step without seconds', async () => {
    await client.available('patient', { fake_wait: ['deploy'] });
    await client.accepted('patient', 'active', { deploy_steps: [{ interface: 'deploy', step: 'wait', args: {}, priority: 50 }] });
    await client.reaches('patient', 'active', 20_000);
  });
});
