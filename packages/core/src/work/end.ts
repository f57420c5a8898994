import { setTimeout as delay } from 'node:timers/promises';
import { failureOf, isPowerTarget, isTransient, LostOwnership, type NodePatch, type NodeRecord, type OperationRecord, POWER_TARGETS, Unavailable } from '@ingot/domain';
import type { MoveInput } from '@ingot/store';
import { transition } from '../transition.ts';
import type { FlowResult, Work } from './work.ts';

const STEP_FIELDS = { clean: 'clean_step', deploy: 'deploy_step', service: 'service_step' } as const;
const EVENT_TYPES: { [state: string]: string } = {
  verifying: 'verify', deploying: 'deploying', 'wait call-back': 'deploying', cleaning: 'cleaning', 'clean wait': 'cleaning',
  servicing: 'servicing', 'service wait': 'servicing', inspecting: 'introspection', 'inspect wait': 'introspection',
  adopting: 'adoption', rescuing: 'rescue', 'rescue wait': 'rescue', unrescuing: 'rescue', deleting: 'unprovision',
};

/** Step fields and counters that no node keeps after its flow (fault case P15: left behind, they spoil the next run). */
export function clearedSteps(): NodePatch {
  return {
    clean_step: {}, deploy_step: {}, service_step: {},
    driver_internal_info: {
      clean_steps: null, clean_step_index: null, deploy_steps: null, deploy_step_index: null,
      service_steps: null, service_step_index: null, agent_url: null, agent_secret_token: null, wait_deadline: null,
    },
  };
}

/**
 * What a failure writes, wherever it is found (conductor, restart, reconciler): the verb's failure state, last_error,
 * no reservation, no step left; maintenance and fault where a clean or service step was running (reference §4).
 */
export function failurePatch(node: NodeRecord, operation: OperationRecord, text: string): NodePatch {
  const patch: NodePatch = { ...clearedSteps(), reservation: null, last_error: text };
  if (isPowerTarget(operation.verb)) {
    const wanted = POWER_TARGETS[operation.verb].stored;
    return { reservation: null, target_power_state: null, last_error: `Failed to change power state to '${wanted}' by '${operation.verb}': ${text}` };
  }
  const state = node.provision_state;
  if (!isTransient(state)) return patch;
  const target = failureOf(state) === 'clean failed' || failureOf(state) === 'service failed' ? node.target_provision_state : undefined;
  Object.assign(patch, transition(node, 'fail', target));
  for (const [flow, field] of Object.entries(STEP_FIELDS)) {
    if (flow === 'deploy' || Object.keys(node[field]).length === 0 || !EVENT_TYPES[state]?.startsWith(flow === 'clean' ? 'clean' : 'servic')) continue;
    Object.assign(patch, { maintenance: true, fault: `${flow} failure`, maintenance_reason: node.maintenance_reason ?? text });
  }
  if (state === 'adopting') patch.power_state = null;
  if (operation.verb === 'rescue') {
    const { rescue_password: _p, hashed_rescue_password: _h, ...info } = node.instance_info;
    patch.instance_info = info;
  }
  return patch;
}

/** The move that ends an operation as failed. */
export function failureMove(node: NodeRecord, operation: OperationRecord, text: string): Pick<MoveInput, 'operation' | 'node' | 'history'> {
  return {
    operation: { status: 'failed', reason: text },
    node: failurePatch(node, operation, text),
    history: [{ conductor: operation.owner_host, severity: 'ERROR', event: text, event_type: EVENT_TYPES[node.provision_state] ?? 'UNKNOWN' }],
  };
}

/** The move for what a flow came to. */
export function resultMove(work: Work, result: FlowResult): Pick<MoveInput, 'operation' | 'node' | 'history'> {
  const { node } = work;
  switch (result.kind) {
    case 'wait': {
      const timeoutMs = result.timeoutMs ?? work.core.config.callbackTimeoutMs;
      const patch = { ...transition(node, 'wait', node.target_provision_state), ...result.patch, reservation: null };
      patch.driver_internal_info = { ...result.patch?.driver_internal_info, wait_deadline: new Date(Date.now() + timeoutMs).toISOString() };
      return { operation: { status: 'waiting', deadline_ms: timeoutMs, pool: null, lock_token: null, lease_ms: null }, node: patch };
    }
    case 'hold':
      return {
        operation: { status: 'waiting', deadline_ms: null, pool: null, lock_token: null, lease_ms: null },
        node: { ...transition(node, 'hold', node.target_provision_state), ...result.patch, reservation: null },
      };
    case 'settled':
      return { operation: { status: work.operation.phase === 'abort' ? 'aborted' : 'succeeded' }, node: { ...result.patch, reservation: null } };
    case 'done': {
      const cleared = clearedSteps();
      return {
        operation: { status: 'succeeded' },
        node: {
          ...transition(node, result.event, result.target), ...cleared, ...result.patch, reservation: null,
          driver_internal_info: { ...cleared.driver_internal_info, ...result.patch?.driver_internal_info },
        },
      };
    }
  }
}

/**
 * Writes an end, and keeps trying through an outage of Postgres for as long as the fence may still be ours: the work is
 * done, only its record is missing. @throws LostOwnership when somebody else ended the operation
 */
export async function writeEnd(work: Work, move: Pick<MoveInput, 'operation' | 'node' | 'history'>): Promise<void> {
  for (;;) {
    try {
      const held = await work.core.store.operations.move({ operationId: work.operationId, fence: work.fence, from: ['running'], ...move });
      if (!held) throw new LostOwnership(work.operationId);
      work.operation = held.operation;
      work.node = held.node;
      return;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      work.core.log.warn({ err: error, operation: work.operationId }, 'end.retry');
      await delay(250);
    }
  }
}
