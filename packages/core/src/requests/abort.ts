import { Conflict, invalidState, isWait, next, type NodePatch, type NodeRecord, type OperationRecord } from '@ingot/domain';
import type { Core } from '../context.ts';
import { transition } from '../transition.ts';
import type { Submission } from './submit.ts';

/** What an abort in each flow is called, and which field holds its running step. */
const FLOWS = [
  { states: ['clean wait', 'clean hold'], name: 'clean', step: 'clean_step' },
  { states: ['wait call-back', 'deploy hold'], name: 'deploy', step: 'deploy_step' },
  { states: ['service wait', 'service hold', 'service failed'], name: 'service', step: 'service_step' },
  { states: ['inspect wait'], name: 'inspect', step: undefined },
  { states: ['rescue wait'], name: 'rescue', step: undefined },
] as const;

export function abortText(name: string, step: { interface?: unknown; step?: unknown } | undefined): string {
  if (name === 'inspect') return 'Inspection was aborted by request.';
  const during = step?.step ? ` during or after the completion of step "${String(step.interface)}.${String(step.step)}"` : '';
  return `By request, the ${name} operation was aborted${during}`;
}

/**
 * Abort of a waiting or held operation. The node goes to the flow's failure state with the intent; the conductor then
 * cleans up behind it (power off, networks). A step that says it is not abortable is let finish first: only
 * `abort_after` is set, and the node stays in its wait state.
 * @returns undefined when nothing is left to submit
 */
export async function abortSubmission(core: Core, node: NodeRecord, pools: string[], requestId: string): Promise<Submission | undefined> {
  const flow = FLOWS.find((one) => (one.states as readonly string[]).includes(node.provision_state));
  if (!flow) throw invalidState('abort', node.uuid, node.provision_state);
  if (node.provision_state === 'service failed') return abortServiceFailed(core, node);
  const waiting = await waitingOperation(core, node);
  const step = flow.step ? (node[flow.step] as { abortable?: boolean; interface?: unknown; step?: unknown }) : undefined;
  if (flow.step && step?.step && step.abortable === false && isWait(node.provision_state)) {
    const patch: NodePatch = { [flow.step]: { ...node[flow.step], abort_after: true } };
    await core.store.operations.move({ operationId: waiting.id, fence: waiting.fence, from: ['waiting'], node: patch });
    return undefined;
  }
  const patch: NodePatch = { ...transition(node, 'abort', node.target_provision_state), last_error: abortText(flow.name, step) };
  return { node, verb: waiting.verb, phase: 'abort', waiting, patch, args: {}, pools, klass: 'urgent', requestId };
}

/** From `service failed` an abort only says that the node is fit to go on: back to active, no work. */
async function abortServiceFailed(core: Core, node: NodeRecord): Promise<undefined> {
  if (node.maintenance) throw new Conflict(`Node ${node.uuid} is in maintenance; clear it before aborting the failed service.`);
  await core.store.nodes.update(node.uuid, node.revision, { ...transition(node, 'abort'), service_step: {} }, { requireUnreserved: true });
  return undefined;
}

export async function waitingOperation(core: Core, node: NodeRecord): Promise<OperationRecord> {
  const operation = await core.store.operations.openOf(node.uuid);
  if (operation?.status !== 'waiting') throw invalidState('abort', node.uuid, node.provision_state);
  return operation;
}

/** Unhold: back to the flow's wait state (the next heartbeat goes on), or straight on for service. */
export async function unholdNode(core: Core, node: NodeRecord, pools: string[], requestId: string): Promise<Submission | undefined> {
  const waiting = await waitingOperation(core, node);
  const patch = transition(node, 'unhold', node.target_provision_state);
  if (node.provision_state === 'service hold' && next('service wait', 'resume')) {
    const onward = { ...node, ...patch } as NodeRecord;
    const resumed = transition(onward, 'resume', node.target_provision_state);
    return { node, verb: waiting.verb, phase: 'unhold', waiting, patch: resumed, args: {}, pools, klass: 'ordinary', requestId };
  }
  await core.store.operations.move({
    operationId: waiting.id, fence: waiting.fence, from: ['waiting'],
    operation: { deadline_ms: core.config.callbackTimeoutMs }, node: patch,
  });
  return undefined;
}
