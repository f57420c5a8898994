import type { BootInterface } from '@ingot/domain';
import type { FakeMachine } from './machine.ts';
import { stepwise } from './stepwise.ts';

export const fakeBoot = (machine: FakeMachine): BootInterface => ({
  ...stepwise(machine, 'boot'),
  prepareRamdisk: (task) => machine.act(task, 'boot.prepare_ramdisk'),
  cleanUpRamdisk: (task) => machine.act(task, 'boot.clean_up_ramdisk'),
  prepareInstance: (task) => machine.act(task, 'boot.prepare_instance'),
  cleanUpInstance: (task) => machine.act(task, 'boot.clean_up_instance'),
});
