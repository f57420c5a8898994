import { DriverError, type DriverTask, type InterfaceKind, type JsonObject, type Step, type StepFlow, type StepOutcome } from '@ingot/domain';
import type { FakeMachine } from './machine.ts';
import { FAKE_PROPERTIES } from './settings.ts';

/** What an action of a simulated interface is given besides its task. */
export interface FakeStep {
  name: string;
  priority?: number;
  abortable?: boolean;
  /** runs in the ramdisk: not possible with disable_ramdisk */
  inBand?: boolean;
  args?: Step['argsinfo'];
  flows: StepFlow[];
  /** what comes after the action; without it the step is done */
  after?: (task: DriverTask, args: JsonObject, flow: StepFlow) => Promise<StepOutcome>;
}
export const required = (description: string) => ({ description, required: true });
export const optional = (description: string) => ({ description, required: false });

/** What each simulated interface has: validation, properties, and its steps. */
export function stepwise(machine: FakeMachine, kind: InterfaceKind, offered: FakeStep[] = []) {
  return {
    validate: (task: DriverTask) => machine.validate(task, kind),
    properties: () => FAKE_PROPERTIES,
    steps: (flow: StepFlow): Step[] =>
      offered.filter((step) => step.flows.includes(flow)).map((step) => ({
        interface: kind, step: step.name, priority: step.priority ?? 0, abortable: step.abortable ?? false,
        requires_ramdisk: step.inBand ?? false, repeatable: true, argsinfo: step.args ?? {},
      })),
    async executeStep(task: DriverTask, flow: StepFlow, name: string, args: JsonObject): Promise<StepOutcome> {
      const step = offered.find((one) => one.name === name && one.flows.includes(flow));
      if (!step) throw new DriverError(`The ${kind} interface has no ${flow} step "${name}".`);
      await machine.act(task, `${kind}.${name}`);
      return step.after?.(task, args, flow) ?? { kind: 'done' };
    },
  };
}
