import {
  DriverError, INTERFACE_KINDS, type InterfaceKind, isReservedStep, type JsonObject, type NodePatch, type PlannedStep, type ReservedStep,
  type Step, type StepFlow, type StepOutcome,
} from '@ingot/domain';
import { racePoint } from '../../race.ts';
import { abortText } from '../../requests/abort.ts';
import type { FlowResult, Work } from '../work.ts';
import { changePower } from './power.ts';

export type StepwiseFlow = Exclude<StepFlow, 'verify'>;

/** All steps that the node's interfaces offer for a flow. */
export function availableSteps(work: Work, flow: StepFlow): Step[] {
  return INTERFACE_KINDS.flatMap((kind) => (work.node[`${kind}_interface`] ? (work.drivers.of(work.node, kind).steps?.(flow) ?? []) : []));
}

interface Progress {
  steps: PlannedStep[];
  /** the step that is running, or has been waited for; -1 before the first */
  index: number;
}
function progressOf(work: Work, flow: StepwiseFlow): Progress {
  const info = work.node.driver_internal_info;
  return { steps: (info[`${flow}_steps`] ?? []) as unknown as PlannedStep[], index: Number(info[`${flow}_step_index`] ?? -1) };
}

/** Keeps the plan on the node, so that whoever goes on (after a wait, in another conductor) goes on where it stopped. */
export async function planSteps(work: Work, flow: StepwiseFlow, steps: PlannedStep[]): Promise<void> {
  work.node.driver_internal_info = { ...work.node.driver_internal_info, [`${flow}_steps`]: steps as unknown as JsonObject[], [`${flow}_step_index`]: null };
}

/**
 * Runs the planned steps one by one from where the node stands; each is written on the node before it runs, and never
 * run again after it was done (fault case P60).
 * @returns undefined when all are done; a wait or hold to end with
 */
export async function runSteps(work: Work, flow: StepwiseFlow): Promise<FlowResult | undefined> {
  const { steps, index } = progressOf(work, flow);
  const finished = work.node[`${flow}_step`] as { abort_after?: boolean };
  if (finished.abort_after) throw new DriverError(abortText(flow, work.node[`${flow}_step`]), 'Aborted');
  for (let i = index + 1; i < steps.length; i++) {
    const step = steps[i] as PlannedStep;
    await work.save({
      [`${flow}_step`]: step as unknown as JsonObject,
      driver_internal_info: { [`${flow}_steps`]: steps as unknown as JsonObject[], [`${flow}_step_index`]: i },
    } as NodePatch);
    work.log('step.started', { flow, step: `${step.interface}.${step.step}` });
    await racePoint('before-step');
    const result = isReservedStep(step.step) ? await reservedStep(work, step.step, step.args) : await driverStep(work, flow, step);
    await racePoint('after-step');
    if (result.kind !== 'done') return result;
    if (result.patch) await work.save(result.patch);
  }
  return undefined;
}

async function driverStep(work: Work, flow: StepwiseFlow, step: PlannedStep): Promise<StepOutcome> {
  const implementation = work.drivers.of(work.node, step.interface as InterfaceKind);
  if (!implementation.executeStep) throw new DriverError(`The ${step.interface} interface has no ${flow} steps.`);
  work.assertOwned();
  try {
    return await implementation.executeStep(work, flow, step.step, step.args);
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    const name = flow === 'deploy' ? 'Deploy' : flow === 'clean' ? 'Clean' : 'Service';
    throw new DriverError(`${name} step ${step.interface}.${step.step} failed: ${error.message}`, error.kind, { cause: error });
  }
}

/** power_on, power_off, reboot, hold, wait: the flow's own steps (API 1.85). */
async function reservedStep(work: Work, step: ReservedStep, args: JsonObject): Promise<StepOutcome | { kind: 'hold' }> {
  switch (step) {
    case 'hold':
      return { kind: 'hold' };
    case 'wait':
      if (args.seconds === undefined) return { kind: 'wait' };
      await work.sleep(Number(args.seconds) * 1000);
      return { kind: 'done' };
    case 'power_on':
      return { kind: 'done', patch: await changePower(work, 'power on') };
    case 'power_off':
      return { kind: 'done', patch: await changePower(work, 'power off') };
    case 'reboot':
      return { kind: 'done', patch: await changePower(work, 'rebooting') };
  }
}
