import { automatedSteps, DriverError, manualSteps, type RequestedStep, validateSteps } from '@ingot/domain';
import type { FlowResult, Work } from '../work.ts';
import { availableSteps, planSteps, runSteps } from './steps.ts';

/** Cleaning, manual (verb clean) or automated (provide, and after a teardown). */
export async function cleanFlow(work: Work): Promise<FlowResult> {
  const { node, operation } = work;
  const manual = operation.verb === 'clean';
  const finish = { kind: 'done', event: manual || node.retired ? 'manage' : 'done' } as const;
  if (operation.phase === 'start' || node.provision_state !== 'cleaning' || node.driver_internal_info.clean_steps === undefined) {
    if (!manual && !(node.automated_clean ?? work.core.config.automatedClean)) return finish;
    await work.drivers.of(node, 'power').validate(work);
    await work.drivers.of(node, 'network').validate(work);
    const available = availableSteps(work, 'clean');
    const requested = (operation.args.steps ?? []) as unknown as RequestedStep[];
    const wrong = manual ? validateSteps('clean', available, requested, operation.args.disable_ramdisk === true) : [];
    if (wrong.length) throw new DriverError(wrong.join(' '));
    await planSteps(work, 'clean', manual ? manualSteps(available, requested) : automatedSteps(available));
    if (operation.args.disable_ramdisk !== true) {
      const prepared = await work.drivers.of(node, 'deploy').prepareFlow(work, 'clean');
      if (prepared.kind === 'wait') return withPlan(work, 'clean', prepared);
    }
  }
  const pause = await runSteps(work, 'clean');
  if (pause) return pause;
  await work.drivers.of(work.node, 'deploy').tearDownFlow(work, 'clean');
  return finish;
}

/** A wait before the first step keeps the plan on the node for whoever goes on. */
export function withPlan(work: Work, flow: 'clean' | 'service' | 'deploy', wait: Extract<FlowResult, { kind: 'wait' }>): FlowResult {
  const plan = { [`${flow}_steps`]: work.node.driver_internal_info[`${flow}_steps`] ?? [], [`${flow}_step_index`]: null };
  return { ...wait, patch: { ...wait.patch, driver_internal_info: { ...plan, ...wait.patch?.driver_internal_info } } };
}
