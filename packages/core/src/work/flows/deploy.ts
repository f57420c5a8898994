import { DriverError, deploySteps, type RequestedStep, validateSteps } from '@ingot/domain';
import type { FlowResult, Work } from '../work.ts';
import { availableSteps, planSteps, runSteps } from './steps.ts';

/** deploy and rebuild: prepare, then the deploy steps by priority. */
export async function deployFlow(work: Work): Promise<FlowResult> {
  if (work.operation.phase === 'start') {
    for (const kind of ['power', 'deploy'] as const) await work.drivers.of(work.node, kind).validate(work);
    const available = availableSteps(work, 'deploy');
    const requested = (work.operation.args.steps ?? []) as unknown as RequestedStep[];
    const wrong = validateSteps('deploy', available, requested);
    if (wrong.length) throw new DriverError(`Failed to prepare to deploy: ${wrong.join(' ')}`);
    await planSteps(work, 'deploy', deploySteps(available, requested));
    work.assertOwned();
    await work.drivers.of(work.node, 'deploy').prepare(work);
  }
  const pause = await runSteps(work, 'deploy');
  return pause ?? { kind: 'done', event: 'done' };
}
