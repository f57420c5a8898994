import type { RescueInterface } from '@ingot/domain';
import type { FakeMachine } from './machine.ts';
import { stepwise } from './stepwise.ts';

export const fakeRescue = (machine: FakeMachine): RescueInterface => ({
  ...stepwise(machine, 'rescue'),
  async rescue(task) {
    await machine.act(task, 'rescue.rescue');
    return (await machine.waits(task, 'rescue')) ?? { kind: 'done' };
  },
  finishRescue: (task) => machine.act(task, 'rescue.finish'),
  unrescue: (task) => machine.act(task, 'rescue.unrescue'),
  async cleanUp(task) {
    machine.halt(task);
    await machine.act(task, 'rescue.clean_up');
  },
});
