import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../support/client.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';

const run = promisify(execFile);
const installed = spawnSync('sh', ['-c', 'command -v openstack']).status === 0;

/**
 * Debian's `openstack baremetal`, unchanged, as a subprocess. Where it is not installed (a laptop) the test says so and
 * passes; CI installs it and INGOT_NEEDS_OPENSTACK makes its absence a failure there.
 */
describe('openstack baremetal', () => {
  let cluster: Cluster;
  let url: string;
  beforeAll(async () => {
    cluster = await startCluster({ redisDb: 4 });
    url = (await cluster.api()).url;
    await cluster.conductor('osc', { INGOT_API_URL: url });
  });
  afterAll(async () => {
    await cluster.check();
    await cluster.stop();
  });

  it('works against Ingot', { timeout: 300_000 }, async () => {
    if (!installed) {
      expect(process.env.INGOT_NEEDS_OPENSTACK, 'openstack is not installed: apt-get install python3-openstackclient python3-ironicclient').toBeUndefined();
      return;
    }
    const openstack = async (command: string) =>
      (await run('openstack', ['baremetal', ...command.split(' ')], { env: { PATH: process.env.PATH, HOME: process.env.HOME, OS_AUTH_TYPE: 'none', OS_ENDPOINT: url } })).stdout;
    const json = async (command: string) => JSON.parse(await openstack(`${command} -f json`));
    const { reaches } = clientOf(url);

    expect((await json('node create --driver fake-hardware --name osc-1')).provision_state).toBe('enroll');
    expect((await json('node list'))[0].Name).toBe('osc-1');
    expect((await json('node list --long'))[0]).toMatchObject({ Name: 'osc-1', Driver: 'fake-hardware' });
    await openstack('node set osc-1 --property cpus=4 --resource-class baremetal');
    expect(await json('node show osc-1 --fields properties resource_class')).toEqual({ properties: { cpus: 4 }, resource_class: 'baremetal' });
    await openstack('node unset osc-1 --property cpus');
    await openstack('node manage osc-1 --wait 30');
    await openstack('node provide osc-1');
    await reaches('osc-1', 'available');
    expect((await json('node validate osc-1')).find((row: { Interface: string }) => row.Interface === 'power').Result).toBe(true);
    await openstack('node deploy osc-1');
    await reaches('osc-1', 'active');
    await openstack('node power on osc-1');
    await reaches('osc-1', 'active');
    await openstack('node undeploy osc-1');
    await reaches('osc-1', 'available');
    await openstack('node maintenance set osc-1 --reason testing');
    await openstack('node maintenance unset osc-1');
    await openstack('node add trait osc-1 CUSTOM_GOLD');
    expect(await json('node trait list osc-1')).toEqual([{ Traits: 'CUSTOM_GOLD' }]);
    await openstack('node remove trait osc-1 CUSTOM_GOLD');
    const { uuid } = await json('node show osc-1 --fields uuid');
    const port = await json(`port create 52:54:00:aa:bb:cc --node ${uuid}`);
    expect((await json('port list'))[0].Address).toBe('52:54:00:aa:bb:cc');
    await openstack(`port delete ${port.uuid}`);
    expect((await json('driver list')).map((row: { [field: string]: string }) => row['Supported driver(s)'])).toContain('fake-hardware');
    expect((await json('conductor list'))[0]).toMatchObject({ Hostname: 'osc', Alive: true });
    await openstack('node history list osc-1');
    await openstack('node delete osc-1');
    expect(await json('node list')).toEqual([]);
  });
});
