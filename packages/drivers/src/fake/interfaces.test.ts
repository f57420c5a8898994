import { describe, expect, it } from 'vitest';
import { loadDrivers } from '../registry.ts';
import { fixtureTask } from './task.fixture.ts';

const verbs: string[] = [];
const drivers = loadDrivers({
  hardwareTypes: ['fake-hardware'],
  options: { fake: { delayMs: 0, jitterMs: 0, apiUrl: 'http://127.0.0.1:9', effects: (effect) => verbs.push(effect.verb) } },
});
const silent = { fake_wait: ['deploy', 'clean', 'service', 'inspect', 'rescue'], fake_ramdisk: 'silent' };
const WAIT = { kind: 'wait' };
const DONE = { kind: 'done' };

describe('fake-hardware', () => {
  it('offers its steps', () => {
    const names = (flow: 'clean' | 'deploy' | 'service') =>
      (['bios', 'deploy', 'firmware', 'raid', 'vendor'] as const).flatMap((kind) =>
        (drivers.get(kind, 'fake').steps?.(flow) ?? []).map((step) => `${kind}.${step.step} ${step.priority}`),
      );
    const configuration = ['raid.create_configuration 0', 'raid.delete_configuration 0', 'raid.apply_configuration 0'];
    const bios = ['bios.apply_configuration 0', 'bios.factory_reset 0'];
    expect(names('deploy')).toEqual([...bios, 'deploy.deploy 100', 'firmware.update 0', ...configuration]);
    expect(names('clean')).toEqual([...bios, 'deploy.erase_devices 0', 'deploy.erase_devices_metadata 0', 'firmware.update 0', ...configuration, 'vendor.log_passthrough 1']);
    expect(names('service')).toEqual([...bios, 'firmware.update 0', ...configuration, 'vendor.log_passthrough 0', 'vendor.trigger_servicewait 0']);
    const [erase, metadata] = drivers.get('deploy', 'fake').steps?.('clean') ?? [];
    expect([erase?.abortable, metadata?.abortable]).toEqual([true, false]);
  });

  it('is in the power state it was put in', async () => {
    const power = drivers.get('power', 'fake');
    const { task } = fixtureTask();
    expect(await power.getPowerState(task)).toBeNull();
    expect(await power.getPowerState(fixtureTask({}, { power_state: 'power on' }).task)).toBe('power on');
    const after = await Promise.all(power.supported().map(async (target) => `${target} → ${await power.setPowerState(task, target, 1000)}`));
    expect(after).toEqual(['power on → power on', 'power off → power off', 'rebooting → power on', 'soft rebooting → power on', 'soft power off → power off']);
  });

  it('waits in each flow that was told to, and in no other', async () => {
    const outcomes = async (task: ReturnType<typeof fixtureTask>['task']) => [
      await drivers.get('deploy', 'fake').executeStep?.(task, 'deploy', 'deploy', {}),
      await drivers.get('deploy', 'fake').prepareFlow(task, 'clean'),
      await drivers.get('deploy', 'fake').prepareFlow(task, 'service'),
      await drivers.get('inspect', 'fake').inspect(task),
      await drivers.get('rescue', 'fake').rescue(task),
    ];
    expect(await outcomes(fixtureTask(silent).task)).toEqual([WAIT, WAIT, WAIT, WAIT, WAIT]);
    expect(await outcomes(fixtureTask().task)).toEqual([DONE, DONE, DONE, DONE, DONE]);
    expect(await drivers.get('vendor', 'fake').executeStep?.(fixtureTask().task, 'service', 'trigger_servicewait', {})).toEqual(WAIT);
  });

  it('remembers its RAID', async () => {
    const raid = drivers.get('raid', 'fake');
    const { task } = fixtureTask({}, { target_raid_config: { logical_disks: [] } });
    expect(await raid.executeStep?.(task, 'clean', 'create_configuration', {})).toEqual({ kind: 'done', patch: { raid_config: { logical_disks: [] } } });
    expect(await raid.executeStep?.(task, 'clean', 'delete_configuration', {})).toEqual({ kind: 'done', patch: { raid_config: {} } });
  });

  it('refuses steps and boot devices it does not have, untouched', async () => {
    verbs.length = 0;
    const { task } = fixtureTask();
    await expect(drivers.get('deploy', 'fake').executeStep?.(task, 'clean', 'deploy', {})).rejects.toThrow('no clean step "deploy"');
    await expect(drivers.get('management', 'fake').setBootDevice(task, 'cdrom', false)).rejects.toThrow('Invalid boot device cdrom');
    expect(verbs).toEqual([]);
  });

  it('answers its vendor methods', async () => {
    const vendor = drivers.get('vendor', 'fake');
    const { task } = fixtureTask();
    expect(await vendor.call(task, 'third_method_sync', 'POST', { bar: 'meow' })).toBe(true);
    expect(await vendor.call(task, 'second_method', 'POST', { bar: 'meow' })).toBe(false);
    await expect(vendor.call(task, 'second_method', 'POST', {})).rejects.toMatchObject({ kind: 'MissingParameterValue' });
    await expect(vendor.call(task, 'toString', 'POST', { bar: 'x' })).rejects.toThrow('No handler for method toString');
    await expect(vendor.call(task, 'second_method', 'GET', { bar: 'x' })).rejects.toThrow('No handler');
  });
});
