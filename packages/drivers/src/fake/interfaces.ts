import { DriverError, type InterfaceByKind, type InterfaceKind, type Step, type StepFlow } from '@ingot/domain';
import type { FakeMachine } from './machine.ts';

const base = { validate: async () => undefined, properties: () => ({}) };
const step = (kind: InterfaceKind, name: string, priority: number, args: string[] = [], abortable = false, requires_ramdisk = false): Step => ({
  interface: kind, step: name, priority, abortable, requires_ramdisk, repeatable: true,
  argsinfo: Object.fromEntries(args.map((arg) => [arg, { description: `${arg} of ${name}`, required: true }])),
});
const STEP_PROPERTIES = {
  fake_delay: 'Seconds that each action takes. Optional.',
  fake_jitter: 'Seconds added at random to each action. Optional.',
  fake_fail: 'List of "interface.action[:times]" that fail. Optional.',
  fake_wait: 'List of flows (deploy, clean, service, inspect, rescue) that wait for the ramdisk. Optional.',
  fake_ramdisk: '"silent": the ramdisk never calls back. Optional.',
};

/** Steps of an interface that does nothing but run them. `offered`: flow → its steps. */
function stepwise(machine: FakeMachine, kind: InterfaceKind, offered: { [F in StepFlow]?: Step[] }) {
  return {
    ...base,
    steps: (flow: StepFlow) => offered[flow] ?? [],
    executeStep: async (...[task, flow, name]: Parameters<NonNullable<InterfaceByKind['bios']['executeStep']>>) => {
      await machine.act(task, `${kind}.${name}`);
      if (name === 'trigger_servicewait') return machine.waits(task, 'service') ?? { kind: 'wait' as const };
      if (flow === 'deploy' && name === 'deploy') return machine.waits(task, 'deploy') ?? { kind: 'done' as const };
      return { kind: 'done' as const };
    },
  };
}

/** Every interface of fake-hardware (reference: drivers §1, fake-hardware behaviour). */
export function fakeInterfaces(machine: FakeMachine): { [K in InterfaceKind]: InterfaceByKind[K] } {
  const act = (name: string) => (task: Parameters<FakeMachine['act']>[0]) => machine.act(task, name);
  const validates = (kind: InterfaceKind) => ({ ...base, validate: act0(machine, `${kind}.validate`) });
  const configuration = (kind: InterfaceKind, ...names: [string, string[]][]) => {
    const steps = names.map(([name, args]) => step(kind, name, 0, args));
    return stepwise(machine, kind, { clean: steps, service: steps, deploy: steps });
  };
  return {
    power: {
      ...validates('power'),
      properties: () => STEP_PROPERTIES,
      supported: () => ['power on', 'power off', 'rebooting', 'soft rebooting', 'soft power off'],
      getPowerState: async (task) => {
        await machine.act(task, 'power.get_power_state');
        return (task.node.power_state ?? 'power off') as 'power on' | 'power off';
      },
      setPowerState: async (task, target) => {
        await machine.act(task, 'power.set_power_state');
        return target === 'power off' || target === 'soft power off' ? 'power off' : 'power on';
      },
    },
    management: {
      ...validates('management'),
      supportedBootDevices: () => ['pxe'],
      getBootDevice: async () => ({ boot_device: 'pxe', persistent: false }),
      setBootDevice: act('management.set_boot_device'),
    },
    boot: {
      ...validates('boot'),
      prepareRamdisk: act('boot.prepare_ramdisk'), cleanUpRamdisk: act('boot.clean_up_ramdisk'),
      prepareInstance: act('boot.prepare_instance'), cleanUpInstance: act('boot.clean_up_instance'),
    },
    deploy: {
      ...stepwise(machine, 'deploy', {
        deploy: [step('deploy', 'deploy', 100, [], true)],
        clean: [step('deploy', 'erase_devices', 0, [], true), step('deploy', 'erase_devices_metadata', 0)],
      }),
      validate: act0(machine, 'deploy.validate'),
      prepare: async () => undefined, cleanUp: async () => undefined, takeOver: act('deploy.take_over'), tearDown: act('deploy.tear_down'),
      prepareFlow: async (task, flow) => machine.waits(task, flow) ?? { kind: 'done' },
      tearDownFlow: async () => undefined,
    },
    inspect: {
      ...validates('inspect'),
      inspect: async (task) => {
        await machine.act(task, 'inspect.inspect');
        return machine.waits(task, 'inspect') ?? { kind: 'done' };
      },
      abort: act('inspect.abort'),
    },
    rescue: {
      ...validates('rescue'),
      rescue: async (task) => {
        await machine.act(task, 'rescue.rescue');
        return machine.waits(task, 'rescue') ?? { kind: 'done' };
      },
      finishRescue: act('rescue.finish'), unrescue: act('rescue.unrescue'), cleanUp: act('rescue.clean_up'),
    },
    network: { ...validates('network'), addNetwork: async () => undefined, removeNetwork: async () => undefined },
    storage: { ...validates('storage'), attachVolumes: async () => undefined, detachVolumes: async () => undefined },
    console: { ...validates('console'), start: act('console.start'), stop: act('console.stop'), info: async () => ({}) },
    vendor: {
      ...stepwise(machine, 'vendor', {
        clean: [step('vendor', 'log_passthrough', 1)],
        service: [step('vendor', 'log_passthrough', 0), step('vendor', 'trigger_servicewait', 0)],
      }),
      methods: () => ({
        second_method: { httpMethods: ['POST'], async: true, requireExclusiveLock: true, description: 'Takes the argument bar.' },
        third_method_sync: { httpMethods: ['POST'], async: false, requireExclusiveLock: true, description: 'Takes the argument bar.' },
        fourth_method_shared_lock: { httpMethods: ['POST'], async: true, requireExclusiveLock: false, description: 'Takes the argument bar.' },
      }),
      call: async (_task, method, _http, body) => {
        if (!('bar' in body)) throw new DriverError(`Parameter 'bar' not passed to method '${method}'.`, 'MissingParameterValue');
        return body.bar === 'bar' || body.bar === 'kazoo' || body.bar === 'meow';
      },
    },
    bios: configuration('bios', ['apply_configuration', ['settings']], ['factory_reset', []]),
    raid: configuration('raid', ['create_configuration', []], ['delete_configuration', []], ['apply_configuration', ['raid_config']]),
    firmware: configuration('firmware', ['update', ['settings']]),
  };
}

/** Validation takes no time and touches no machine; it fails only where it was told to. */
function act0(machine: FakeMachine, name: string) {
  return async (task: Parameters<FakeMachine['act']>[0]) => machine.failIfAsked(task, name);
}
