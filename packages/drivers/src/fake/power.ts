import type { PowerInterface } from '@ingot/domain';
import type { FakeMachine } from './machine.ts';
import { stepwise } from './stepwise.ts';

/** The node's own record is the machine: it is in the state it was last put in, and in none before that. */
export const fakePower = (machine: FakeMachine): PowerInterface => ({
  ...stepwise(machine, 'power'),
  supported: () => ['power on', 'power off', 'rebooting', 'soft rebooting', 'soft power off'],
  async getPowerState(task) {
    await machine.act(task, 'power.get_power_state');
    return task.node.power_state as 'power on' | 'power off' | null;
  },
  async setPowerState(task, target) {
    await machine.act(task, 'power.set_power_state');
    return target === 'power off' || target === 'soft power off' ? 'power off' : 'power on';
  },
});
