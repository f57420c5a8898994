import type { StorageInterface } from '@ingot/domain';
import type { FakeMachine } from './machine.ts';
import { stepwise } from './stepwise.ts';

export const fakeStorage = (machine: FakeMachine): StorageInterface => ({
  ...stepwise(machine, 'storage'),
  attachVolumes: (task) => machine.act(task, 'storage.attach_volumes'),
  detachVolumes: (task) => machine.act(task, 'storage.detach_volumes'),
});
