import { BadRequest, next, type NodePatch, type NodeRecord } from '@ingot/domain';

/**
 * The one function that moves provision_state. It gives the patch; the store writes it together with the operation.
 * @param target overrides the FSM's target (manual clean: manageable; service: active)
 * @throws BadRequest when the state machine has no such edge
 */
export function transition(node: NodeRecord, event: string, target?: string | null): NodePatch {
  const move = next(node.provision_state, event);
  if (!move) {
    throw new BadRequest(
      `The requested action "${event}" can not be performed on node "${node.uuid}" while it is in state "${node.provision_state}".`,
      'InvalidStateRequested',
    );
  }
  const patch: NodePatch = {
    provision_state: move.to,
    target_provision_state: move.target === null ? null : (target ?? move.target),
  };
  const inspected = node.provision_state === 'inspecting' || node.provision_state === 'inspect wait';
  if (move.to === 'inspecting') {
    patch.inspection_started_at = new Date().toISOString();
    patch.inspection_finished_at = null;
  } else if (inspected && move.to === 'manageable') {
    patch.inspection_finished_at = new Date().toISOString();
    patch.inspection_started_at = null;
  } else if (inspected && move.to === 'inspect failed') {
    patch.inspection_started_at = null;
  }
  return patch;
}
