import type { InspectInterface } from '@ingot/domain';
import type { FakeMachine } from './machine.ts';
import { stepwise } from './stepwise.ts';

/** Done at once without an inventory, or by a ramdisk that delivers one. */
export const fakeInspect = (machine: FakeMachine): InspectInterface => ({
  ...stepwise(machine, 'inspect'),
  async inspect(task) {
    await machine.act(task, 'inspect.inspect');
    return (await machine.waits(task, 'inspect')) ?? { kind: 'done' };
  },
  async abort(task) {
    machine.halt(task);
    await machine.act(task, 'inspect.abort');
  },
});
