import { type NodeRecord, next } from '@ingot/domain';
import type { Held } from '@ingot/store';
import type { Core } from '../context.ts';
import { failureMove } from '../work/end.ts';

const TEXTS: { [state: string]: (node: NodeRecord) => string } = {
  'wait call-back': (node) => `Timeout reached while waiting for callback for node ${node.uuid}`,
  'clean wait': (node) => `Timeout reached while cleaning the node. Please check if the ramdisk responsible for the cleaning is running on the node.${stepText(node.clean_step)}`,
  'inspect wait': () => 'timeout reached while inspecting the node',
  'rescue wait': () => 'Timeout reached while waiting for rescue ramdisk callback for node',
  'service wait': (node) => `Timeout reached while servicing the node. Please check if the ramdisk responsible for the servicing is running on the node.${stepText(node.service_step)}`,
};
const stepText = (step: { interface?: unknown; step?: unknown }) => (step.step ? ` Failed on step ${String(step.interface)}.${String(step.step)}.` : '');

/**
 * Nobody called back before the stored deadline: the flow's failure state, at once and without a slot.
 * (Ironic lets a worker power the machine off too; with no worker free it would wait, and the node be stuck meanwhile.)
 */
export async function expireWait(core: Core, { node, operation }: Held): Promise<boolean> {
  const text = TEXTS[node.provision_state]?.(node) ?? `Timeout reached in ${node.provision_state}`;
  if (!next(node.provision_state, 'fail')) return false;
  const moved = await core.store.operations.move({
    operationId: operation.id, fence: operation.fence, from: ['waiting'], raiseFence: true, onlyIf: 'deadline',
    ...failureMove(node, operation, text),
  });
  if (moved) core.log.error({ node: node.uuid, operation: operation.id, state: moved.node.provision_state }, 'wait.expired');
  return moved !== undefined;
}
