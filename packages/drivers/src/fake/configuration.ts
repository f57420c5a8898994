import type { DriverInterface, JsonObject, StepFlow } from '@ingot/domain';
import type { FakeMachine } from './machine.ts';
import { optional, required, stepwise } from './stepwise.ts';

const flows: StepFlow[] = ['clean', 'service', 'deploy'];

/** bios, raid and firmware consist of nothing but steps, none of them automated. */
export const fakeBios = (machine: FakeMachine): DriverInterface =>
  stepwise(machine, 'bios', [
    { name: 'apply_configuration', flows, args: { settings: required('List of BIOS settings, each with name and value.') } },
    { name: 'factory_reset', flows },
  ]);

export const fakeFirmware = (machine: FakeMachine): DriverInterface =>
  stepwise(machine, 'firmware', [
    { name: 'update', flows, args: { settings: required('List of updates, each with component and url.') } },
  ]);

/** RAID is only remembered: what was asked for becomes what is there. */
export const fakeRaid = (machine: FakeMachine): DriverInterface =>
  stepwise(machine, 'raid', [
    {
      name: 'create_configuration', flows,
      args: {
        create_root_volume: optional('Whether to create the root volume. Default true.'),
        create_nonroot_volumes: optional('Whether to create the other volumes. Default true.'),
        delete_existing: optional('Whether to delete what is there first. Default true.'),
      },
      after: async (task) => ({ kind: 'done', patch: { raid_config: task.node.target_raid_config } }),
    },
    { name: 'delete_configuration', flows, after: async () => ({ kind: 'done', patch: { raid_config: {} } }) },
    {
      name: 'apply_configuration', flows,
      args: {
        raid_config: required('The RAID configuration to apply.'),
        delete_existing: optional('Whether to delete what is there first. Default true.'),
      },
      after: async (_task, args) => ({ kind: 'done', patch: { raid_config: args.raid_config as JsonObject } }),
    },
  ]);
