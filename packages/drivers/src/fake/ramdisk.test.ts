import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Ramdisk } from './ramdisk.ts';
import { NODE } from './task.fixture.ts';

interface Call {
  line: string;
  version: unknown;
  body: { [key: string]: unknown };
}
type Answers = (call: Call, nth: number) => [status: number, body?: object] | 'hang up';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** An API that answers as told, and a ramdisk in a hurry that calls it. */
async function setUp(answers: Answers) {
  const calls: Call[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const text = (await request.toArray()).join('');
    const call = { line: `${request.method} ${request.url}`, version: request.headers['x-openstack-ironic-api-version'], body: text ? JSON.parse(text) : {} };
    calls.push(call);
    const answer = answers(call, calls.filter((one) => one.line === call.line).length);
    if (answer === 'hang up') request.socket.destroy();
    else response.writeHead(answer[0], { 'content-type': 'application/json' }).end(JSON.stringify(answer[1] ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pace = { leastDelay: 0, firstPause: 1, longestPause: 2, giveUp: 5_000, beat: 1 };
  const ramdisk = new Ramdisk(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, pace);
  closers.push(() => ramdisk.stopAll(), () => server.closeAllConnections(), () => server.close());
  return { ramdisk, calls, lines: () => calls.map((call) => call.line.replace(NODE, 'N')) };
}
const agent = { inspects: false, delayMs: 0, addresses: [], token: undefined };
const found = (agent_token: string): [number, object] => [200, { node: { uuid: NODE }, config: { heartbeat_timeout: 300, agent_token } }];
const LOOKUP = 'GET /v1/lookup?node_uuid=N';
const BEAT = 'POST /v1/heartbeat/N';

describe('the agent', () => {
  it('looks its node up, beats with the token, and goes on until it is not known any more', async () => {
    const { ramdisk, calls, lines } = await setUp((call, nth) => (call.line.startsWith('GET') ? found('secret') : nth < 3 ? [202] : [400]));
    await ramdisk.boot(NODE, agent);
    expect(lines()).toEqual([LOOKUP, BEAT, BEAT, BEAT]);
    expect(calls[0]?.version).toBe('1.62');
    expect(calls[1]).toMatchObject({
      version: '1.68', body: { callback_url: 'https://127.0.0.1:9999', agent_token: 'secret', agent_version: '10.0' },
    });
  });

  it('comes again after 404, 409, 503 and a broken connection, and keeps the token that was shown once', async () => {
    const trouble: ReturnType<Answers>[] = [[409], [503], 'hang up', [202], [404]];
    const { ramdisk, calls, lines } = await setUp((call, nth) => {
      if (call.line.startsWith('POST')) return trouble[nth - 1] ?? [404];
      return nth === 1 ? [404] : found(nth === 2 ? 'secret' : '******');
    });
    await ramdisk.boot(NODE, agent);
    expect(lines().filter((line) => line === BEAT)).toHaveLength(5);
    expect(calls.filter((call) => call.line.startsWith('POST')).every((call) => call.body.agent_token === 'secret')).toBe(true);
  });

  it('uses the token built into its image when the API shows none', async () => {
    const { ramdisk, calls } = await setUp((call, nth) => (call.line.startsWith('GET') ? found('******') : nth === 1 ? [202] : [400]));
    await ramdisk.boot(NODE, { ...agent, token: 'embedded' });
    expect(calls[1]?.body.agent_token).toBe('embedded');
  });

  it('ends at once when it is halted, stopped or booted anew', async () => {
    const { ramdisk, calls } = await setUp(() => [503]);
    const hour = { ...agent, delayMs: 3_600_000 };
    const first = ramdisk.boot(NODE, hour);
    const second = ramdisk.boot(NODE, hour);
    await first;
    ramdisk.halt(NODE);
    await second;
    const third = ramdisk.boot(NODE, hour);
    ramdisk.stopAll();
    await third;
    await ramdisk.boot(NODE, agent);
    expect(calls).toEqual([]);
  });
});

describe('the inspection ramdisk', () => {
  it('delivers its inventory once the node waits for it', async () => {
    const { ramdisk, calls } = await setUp((_call, nth) => (nth === 1 ? [404] : nth === 2 ? 'hang up' : [202, { uuid: NODE }]));
    await ramdisk.boot(NODE, { ...agent, inspects: true, addresses: ['52:54:00:12:34:56'] });
    expect(calls).toHaveLength(3);
    expect(calls[2]).toMatchObject({
      line: `POST /v1/continue_inspection?node_uuid=${NODE}`, version: '1.84',
      body: {
        inventory: {
          interfaces: [{ name: 'eth0', mac_address: '52:54:00:12:34:56' }], cpu: { count: 4, architecture: 'x86_64' },
          memory: { physical_mb: 8192 }, disks: [{ name: '/dev/sda' }], bmc_address: '0.0.0.0',
        },
        plugin_data: {},
      },
    });
  });

  it('makes up a card where the node has no ports', async () => {
    const { ramdisk, calls } = await setUp(() => [202]);
    await ramdisk.boot(NODE, { ...agent, inspects: true });
    expect(calls[0]?.body).toMatchObject({ inventory: { interfaces: [{ mac_address: '52:54:00:00:00:aa' }] } });
  });
});
