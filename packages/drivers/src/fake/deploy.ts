import type { DeployInterface } from '@ingot/domain';
import type { FakeMachine } from './machine.ts';
import { stepwise } from './stepwise.ts';

export const fakeDeploy = (machine: FakeMachine): DeployInterface => ({
  ...stepwise(machine, 'deploy', [
    {
      name: 'deploy', priority: 100, abortable: true, flows: ['deploy'],
      after: async (task) => (await machine.waits(task, 'deploy')) ?? { kind: 'done' },
    },
    // Off by default (priority 0) as the fake driver has none; one that can be aborted and one that cannot.
    { name: 'erase_devices', abortable: true, inBand: true, flows: ['clean'] },
    { name: 'erase_devices_metadata', inBand: true, flows: ['clean'] },
  ]),
  // Paperwork on a real machine too (caches, boot files): no time, but it can be told to fail.
  prepare: async (task) => machine.failIfAsked(task, 'deploy.prepare'),
  async cleanUp(task) {
    machine.failIfAsked(task, 'deploy.clean_up');
    machine.halt(task);
  },
  async tearDown(task) {
    await machine.act(task, 'deploy.tear_down');
    machine.halt(task);
  },
  takeOver: (task) => machine.act(task, 'deploy.take_over'),
  async prepareFlow(task, flow) {
    machine.failIfAsked(task, flow === 'clean' ? 'deploy.prepare_cleaning' : 'deploy.prepare_service');
    return (await machine.waits(task, flow)) ?? { kind: 'done' };
  },
  async tearDownFlow(task, flow) {
    machine.failIfAsked(task, flow === 'clean' ? 'deploy.tear_down_cleaning' : 'deploy.tear_down_service');
    machine.halt(task);
  },
});
