import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Effect, FakeOptions } from '../types.ts';
import { FakeMachine } from './machine.ts';
import { type Boot, Ramdisk } from './ramdisk.ts';
import { fixtureTask, NODE } from './task.fixture.ts';

class RecordingRamdisk extends Ramdisk {
  readonly boots: Boot[] = [];
  constructor() {
    super('http://127.0.0.1:9');
  }
  override async boot(_node: string, boot: Boot): Promise<void> {
    this.boots.push(boot);
  }
}
function setUp(options: Partial<FakeOptions> = {}) {
  const effects: Effect[] = [];
  const ramdisk = new RecordingRamdisk();
  const machine = new FakeMachine({ delayMs: 0, jitterMs: 0, apiUrl: '', effects: (effect) => effects.push(effect), ...options }, ramdisk);
  return { machine, ramdisk, verbs: () => effects.map((effect) => effect.verb), effects };
}

describe('injected failures', () => {
  it('fail the first N times per node, and only there', async () => {
    const { machine, verbs } = setUp();
    const { task } = fixtureTask({ fake_fail: 'deploy.deploy:2, rescue.rescue' });
    const other = fixtureTask({ fake_fail: ['deploy.deploy:1'] }, { uuid: 'other' }).task;
    for (let i = 0; i < 2; i++) await expect(machine.act(task, 'deploy.deploy')).rejects.toThrow('fake failure injected at deploy.deploy');
    await machine.act(task, 'deploy.deploy');
    await expect(machine.act(other, 'deploy.deploy')).rejects.toThrow('injected');
    for (let i = 0; i < 3; i++) await expect(machine.act(task, 'rescue.rescue')).rejects.toThrow('injected at rescue.rescue');
    await machine.act(task, 'power.set_power_state');
    expect(verbs()).toEqual(['deploy.deploy', 'power.set_power_state']);
  });

  it('apply to validation, which also checks the settings', async () => {
    const { machine } = setUp();
    await expect(machine.validate(fixtureTask({ fake_fail: ['management.validate'] }).task, 'management')).rejects.toThrow('injected');
    await expect(machine.validate(fixtureTask({ fake_delay: 'soon' }).task, 'power')).rejects.toThrow('driver_info/fake_delay must be');
    await expect(machine.validate(fixtureTask({ fake_power_delay: -1 }).task, 'power')).rejects.toThrow('fake_power_delay');
    await machine.validate(fixtureTask({ fake_delay: '0.5', fake_jitter: 1 }).task, 'power');
  });
});

describe('delays', () => {
  it('come from the interface, the node, the conductor, in this order', async () => {
    const { machine } = setUp({ delayMs: 30 });
    const asked = async (info: Parameters<typeof fixtureTask>[0]) => {
      const { task, sleeps } = fixtureTask(info);
      await machine.act(task, 'power.set_power_state');
      return sleeps;
    };
    expect(await asked({})).toEqual([30]);
    expect(await asked({ fake_delay: '1.5' })).toEqual([1500]);
    expect(await asked({ fake_delay: 2, fake_power_delay: 3, fake_deploy_delay: 9 })).toEqual([3000]);
    expect(await asked({ fake_delay: 0 })).toEqual([]);
  });

  it('end at once when the task is aborted, with nothing done', async () => {
    const { machine, verbs } = setUp();
    const { task, abort, state } = fixtureTask({ fake_delay: 3600 });
    state.realSleep = true;
    const acting = machine.act(task, 'deploy.deploy');
    abort.abort('lost');
    await expect(acting).rejects.toMatchObject({ name: 'AbortError' });
    expect(verbs()).toEqual([]);
  });
});

describe('effects', () => {
  it('need ownership at the moment they are carried out', async () => {
    const { machine, effects, verbs } = setUp();
    const { task, state } = fixtureTask({ fake_delay: 1 });
    const losing = {
      ...task,
      async sleep() {
        state.owned = false;
      },
    };
    await machine.act(task, 'power.set_power_state');
    await expect(machine.act(losing, 'deploy.deploy')).rejects.toMatchObject({ kind: 'LostOwnership' });
    expect(verbs()).toEqual(['power.set_power_state']);
    expect(effects[0]).toEqual({ node: NODE, verb: 'power.set_power_state', fence: 7, operation: 'operation' });
  });

  it('count only when the sink has taken them', async () => {
    const received: Effect[] = [];
    let status = 200;
    const server = createServer(async (request, response) => {
      received.push(JSON.parse((await request.toArray()).join('')));
      response.writeHead(status).end('ok');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { machine, verbs } = setUp({ effectUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const { task } = fixtureTask();
    await machine.act(task, 'deploy.deploy');
    status = 500;
    await expect(machine.act(task, 'deploy.tear_down')).rejects.toThrow('answered 500');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(machine.act(task, 'rescue.rescue')).rejects.toThrow('unreachable');
    expect(received.map((effect) => effect.verb)).toEqual(['deploy.deploy', 'deploy.tear_down']);
    expect(verbs()).toEqual(['deploy.deploy']);
  });
});

describe('waits', () => {
  it('boot a ramdisk for the flows listed, unless it is silent', async () => {
    const { machine, ramdisk } = setUp({ delayMs: 5 });
    const { task } = fixtureTask({ fake_wait: 'deploy,clean' }, { driver_internal_info: { agent_secret_token: 'known' } });
    expect(await machine.waits(task, 'deploy')).toEqual({ kind: 'wait' });
    expect(await machine.waits(task, 'rescue')).toBeUndefined();
    expect(await machine.waits(fixtureTask({ fake_wait: ['inspect'], fake_ramdisk: 'silent' }).task, 'inspect')).toEqual({ kind: 'wait' });
    expect(ramdisk.boots).toEqual([{ inspects: false, delayMs: 5, addresses: [], token: 'known' }]);
  });
});
