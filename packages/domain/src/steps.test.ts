import { describe, expect, it } from 'vitest';
import type { Step } from './driver.ts';
import { automatedSteps, deploySteps, manualSteps, validateSteps } from './steps.ts';
import type { InterfaceKind } from './types.ts';

const step = (name: string, priority: number, rest: Partial<Step> = {}): Step => {
  const [kind, short] = name.split('.') as [InterfaceKind, string];
  return { interface: kind, step: short, priority, abortable: false, argsinfo: {}, requires_ramdisk: false, ...rest };
};
const names = (steps: { interface: string; step: string }[]) => steps.map((one) => `${one.interface}.${one.step}`);
const asked = (name: string, rest: { args?: { [key: string]: number }; priority?: number } = {}) => {
  const [kind, short] = name.split('.') as [string, string];
  return { interface: kind, step: short, ...rest };
};

describe('automatedSteps', () => {
  it('sorts by priority, then by the rank of the interface, and leaves out priority 0', () => {
    const kinds = ['raid', 'bios', 'deploy', 'firmware', 'management', 'power', 'vendor'];
    const available = [...kinds.map((kind) => step(`${kind}.same`, 10)), step('raid.first', 99), step('vendor.off', 0)];
    expect(names(automatedSteps(available))).toEqual(['raid.first', ...kinds.reverse().map((kind) => `${kind}.same`)]);
  });
});

describe('manualSteps', () => {
  it('keeps the order asked for, whatever the priorities', () => {
    const available = [step('deploy.a', 10), step('bios.b', 90, { abortable: true })];
    const planned = manualSteps(available, [asked('deploy.a'), asked('power.reboot'), asked('bios.b', { args: { x: 1 } }), asked('deploy.a')]);
    expect(names(planned)).toEqual(['deploy.a', 'power.reboot', 'bios.b', 'deploy.a']);
    expect(planned[2]).toMatchObject({ args: { x: 1 }, abortable: true });
  });
});

describe('deploySteps', () => {
  const available = [step('deploy.deploy', 100), step('raid.apply_configuration', 0), step('bios.apply_configuration', 0)];
  it('lets what is asked for override the driver', () => {
    const steps = deploySteps(available, [asked('raid.apply_configuration', { priority: 120, args: { n: 1 } }), asked('bios.apply_configuration', { priority: 50 })]);
    expect(names(steps)).toEqual(['raid.apply_configuration', 'deploy.deploy', 'bios.apply_configuration']);
    expect(steps[0]).toMatchObject({ priority: 120, args: { n: 1 } });
  });
  it('switches a step off with priority 0', () => {
    expect(deploySteps(available, [asked('deploy.deploy', { priority: 0 })])).toEqual([]);
  });
});

describe('validateSteps', () => {
  const argsinfo = { settings: { description: '', required: true }, hint: { description: '', required: false } };
  const available = [step('bios.apply_configuration', 0, { argsinfo }), step('deploy.erase_devices', 0, { requires_ramdisk: true })];
  const wrong = (requested: ReturnType<typeof asked>[], disableRamdisk = false) => validateSteps('clean', available, requested, disableRamdisk);

  it('has nothing against steps that fit', () => {
    expect(wrong([asked('bios.apply_configuration', { args: { settings: 1, hint: 2 } }), asked('deploy.erase_devices'), asked('power.power_on')])).toEqual([]);
  });
  it('names each unknown step, unknown argument and missing argument', () => {
    expect(wrong([asked('bios.nothing'), asked('bios.apply_configuration', { args: { colour: 1 } })])).toEqual([
      'Node does not support this clean step: bios.nothing.',
      'clean step bios.apply_configuration has these unexpected arguments: colour.',
      'clean step bios.apply_configuration is missing these required arguments: settings.',
    ]);
  });
  it('refuses steps that need the ramdisk when it is disabled', () => {
    expect(wrong([asked('deploy.erase_devices')], true)).toEqual(['clean step deploy.erase_devices requires the ramdisk, which is disabled.']);
  });
  it('lets the reserved wait take 0 to 30 seconds', () => {
    expect(wrong([asked('deploy.wait', { args: { seconds: 30 } }), asked('deploy.wait')])).toEqual([]);
    expect(wrong([asked('deploy.wait', { args: { seconds: 31 } })])).toEqual(['Step deploy.wait: seconds must be a number from 0 to 30.']);
  });
});
