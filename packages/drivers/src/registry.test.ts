import { DriverError, INTERFACE_KINDS, type NodeRecord } from '@ingot/domain';
import { describe, expect, it } from 'vitest';
import { fixtureTask } from './fake/task.fixture.ts';
import { loadDrivers } from './registry.ts';

const options = { fake: { delayMs: 0, jitterMs: 0, apiUrl: 'http://127.0.0.1:9' } };
const load = (...hardwareTypes: string[]) => loadDrivers({ hardwareTypes, options });

describe('loadDrivers', () => {
  it('refuses what it does not know and says what it knows', () => {
    expect(() => load('fake-hardware', 'idrac')).toThrow('Unknown hardware type "idrac". Known: fake-hardware, manual-management.');
    expect(() => load('constructor')).toThrow('Unknown hardware type');
    expect(() => load()).toThrow('at least one');
  });

  it('has an implementation for every interface that a hardware type supports', () => {
    const drivers = load('fake-hardware', 'manual-management');
    for (const type of drivers.hardwareTypes()) {
      for (const kind of INTERFACE_KINDS) {
        expect(type.supported[kind], `${type.name} ${kind}`).not.toEqual([]);
        for (const name of type.supported[kind]) expect(drivers.get(kind, name), `${kind} ${name}`).toBeDefined();
      }
    }
  });

  it('defaults to the first supported interface', () => {
    const drivers = load('fake-hardware', 'manual-management');
    const defaults = (name: string) => Object.entries(drivers.offer(name).interfaces).map(([kind, offered]) => `${kind}=${offered.default}`).join(' ');
    expect(defaults('fake-hardware')).toBe(
      'bios=fake boot=fake console=fake deploy=fake firmware=fake inspect=fake management=fake network=noop power=fake raid=fake rescue=fake storage=noop vendor=fake',
    );
    expect(defaults('manual-management')).toBe(
      'bios=no-bios boot=fake console=no-console deploy=fake firmware=no-firmware inspect=no-inspect management=noop network=noop power=fake raid=no-raid rescue=no-rescue storage=noop vendor=no-vendor',
    );
    expect(drivers.offer('fake-hardware').properties).toHaveProperty('fake_delay');
    expect(() => load('fake-hardware').offer('manual-management')).toThrow('not loaded');
  });

  it('gives the interface that a node is set to', () => {
    const drivers = load('fake-hardware');
    const node = { uuid: 'n', power_interface: 'fake', rescue_interface: null, network_interface: 'fake' } as NodeRecord;
    expect(drivers.of(node, 'power')).toBe(drivers.get('power', 'fake'));
    expect(() => drivers.of(node, 'rescue')).toThrow(DriverError);
    expect(() => drivers.of(node, 'network')).toThrow('The network interface "fake" is not loaded');
  });
});

describe('interfaces that do nothing', () => {
  it('no-… refuses every action and offers nothing', async () => {
    const drivers = load('fake-hardware');
    const { task } = fixtureTask();
    const refusal = { message: 'Driver fake-hardware does not support rescue (disabled or not implemented).', kind: 'UnsupportedDriverExtension' };
    const rescue = drivers.get('rescue', 'no-rescue');
    await expect(rescue.validate(task)).rejects.toMatchObject(refusal);
    await expect(rescue.rescue(task)).rejects.toMatchObject(refusal);
    const vendor = drivers.get('vendor', 'no-vendor');
    expect([vendor.methods(), vendor.properties(), vendor.steps?.('clean')]).toEqual([{}, {}, []]);
    await expect(vendor.call(task, 'second_method', 'POST', {})).rejects.toThrow('does not support vendor');
  });

  it('noop management accepts everything and knows nothing', async () => {
    const management = load('manual-management').get('management', 'noop');
    const { task } = fixtureTask({ fake_fail: 'management.set_boot_device, management.validate' });
    await management.validate(task);
    await management.setBootDevice(task, 'disk', true);
    expect(await management.getBootDevice(task)).toEqual({ boot_device: null, persistent: null });
  });
});
