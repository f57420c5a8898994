import { DriverError, manualSteps, type RequestedStep, validateSteps } from '@ingot/domain';
import type { FlowResult, Work } from '../work.ts';
import { withPlan } from './clean.ts';
import { availableSteps, planSteps, runSteps } from './steps.ts';

/** Steps on a node in use (verb service). */
export async function serviceFlow(work: Work): Promise<FlowResult> {
  const { node, operation } = work;
  if (operation.phase === 'start') {
    const available = availableSteps(work, 'service');
    const requested = (operation.args.steps ?? []) as unknown as RequestedStep[];
    const wrong = validateSteps('service', available, requested, operation.args.disable_ramdisk === true);
    if (wrong.length) throw new DriverError(wrong.join(' '));
    await planSteps(work, 'service', manualSteps(available, requested));
    if (operation.args.disable_ramdisk !== true) {
      const prepared = await work.drivers.of(node, 'deploy').prepareFlow(work, 'service');
      if (prepared.kind === 'wait') return withPlan(work, 'service', prepared);
    }
  }
  const pause = await runSteps(work, 'service');
  if (pause) return pause;
  await work.drivers.of(work.node, 'deploy').tearDownFlow(work, 'service');
  return { kind: 'done', event: 'done' };
}
