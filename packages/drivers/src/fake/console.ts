import type { ConsoleInterface } from '@ingot/domain';
import type { FakeMachine } from './machine.ts';
import { stepwise } from './stepwise.ts';

export const fakeConsole = (machine: FakeMachine): ConsoleInterface => ({
  ...stepwise(machine, 'console'),
  start: (task) => machine.act(task, 'console.start'),
  stop: (task) => machine.act(task, 'console.stop'),
  info: async () => ({}),
});
