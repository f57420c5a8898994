import { isPowerTarget, type OperationRecord } from '@ingot/domain';
import type { FlowResult, Work } from '../work.ts';
import { cleanFlow } from './clean.ts';
import { deleteFlow } from './delete.ts';
import { deployFlow } from './deploy.ts';
import { powerFlow } from './power.ts';
import { serviceFlow } from './service.ts';
import { abortFlow, adoptFlow, inspectFlow, rescueFlow, unrescueFlow, verifyFlow } from './simple.ts';

type Flow = (work: Work) => Promise<FlowResult>;

/** verb → what a conductor does for it. A verb without a row here fails loudly. */
const FLOWS: { [verb: string]: Flow } = {
  manage: verifyFlow, provide: cleanFlow, clean: cleanFlow, inspect: inspectFlow, adopt: adoptFlow,
  active: deployFlow, deploy: deployFlow, rebuild: deployFlow, deleted: deleteFlow, undeploy: deleteFlow,
  rescue: rescueFlow, unrescue: unrescueFlow, service: serviceFlow,
};

export function flowOf(operation: OperationRecord): Flow {
  if (operation.phase === 'abort' || operation.phase === 'timeout') return abortFlow;
  if (isPowerTarget(operation.verb)) return powerFlow;
  const flow = FLOWS[operation.verb];
  if (!flow) throw new Error(`No flow for verb ${operation.verb}.`);
  return flow;
}
