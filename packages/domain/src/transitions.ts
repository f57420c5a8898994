import type { ProvisionState, TransientState } from './states.ts';

/** All edges of the state machine: from, event, to, target_provision_state afterwards. */
export const TRANSITIONS = [
  ['enroll', 'manage', 'verifying', 'manageable'],
  ['manageable', 'adopt', 'adopting', 'active'],
  ['manageable', 'clean', 'cleaning', 'available'],
  ['manageable', 'inspect', 'inspecting', 'manageable'],
  ['manageable', 'provide', 'cleaning', 'available'],
  ['available', 'deploy', 'deploying', 'active'],
  ['available', 'manage', 'manageable', null],
  ['active', 'delete', 'deleting', 'available'],
  ['active', 'rebuild', 'deploying', 'active'],
  ['active', 'rescue', 'rescuing', 'rescue'],
  ['active', 'service', 'servicing', 'active'],
  ['error', 'delete', 'deleting', 'available'],
  ['error', 'rebuild', 'deploying', 'active'],
  ['rescue', 'delete', 'deleting', 'available'],
  ['rescue', 'rescue', 'rescuing', 'rescue'],
  ['rescue', 'unrescue', 'unrescuing', 'active'],
  ['verifying', 'done', 'manageable', null],
  ['verifying', 'fail', 'enroll', null],
  ['deploying', 'done', 'active', null],
  ['deploying', 'fail', 'deploy failed', 'active'],
  ['deploying', 'hold', 'deploy hold', 'active'],
  ['deploying', 'wait', 'wait call-back', 'active'],
  ['wait call-back', 'abort', 'deploy failed', 'active'],
  ['wait call-back', 'delete', 'deleting', 'available'],
  ['wait call-back', 'fail', 'deploy failed', 'active'],
  ['wait call-back', 'hold', 'deploy hold', 'active'],
  ['wait call-back', 'resume', 'deploying', 'active'],
  ['deploy failed', 'delete', 'deleting', 'available'],
  ['deploy failed', 'deploy', 'deploying', 'active'],
  ['deploy failed', 'rebuild', 'deploying', 'active'],
  ['deploy hold', 'abort', 'deploy failed', 'active'],
  ['deploy hold', 'unhold', 'wait call-back', 'active'],
  ['cleaning', 'done', 'available', null],
  ['cleaning', 'fail', 'clean failed', 'available'],
  ['cleaning', 'hold', 'clean hold', 'available'],
  ['cleaning', 'manage', 'manageable', null],
  ['cleaning', 'wait', 'clean wait', 'available'],
  ['clean wait', 'abort', 'clean failed', 'available'],
  ['clean wait', 'fail', 'clean failed', 'available'],
  ['clean wait', 'hold', 'clean hold', 'available'],
  ['clean wait', 'resume', 'cleaning', 'available'],
  ['clean failed', 'manage', 'manageable', null],
  ['clean hold', 'abort', 'clean failed', 'available'],
  ['clean hold', 'unhold', 'clean wait', 'available'],
  ['deleting', 'clean', 'cleaning', 'available'],
  ['deleting', 'fail', 'error', null],
  ['inspecting', 'done', 'manageable', null],
  ['inspecting', 'fail', 'inspect failed', 'manageable'],
  ['inspecting', 'wait', 'inspect wait', 'manageable'],
  ['inspect failed', 'inspect', 'inspecting', 'manageable'],
  ['inspect failed', 'manage', 'manageable', null],
  ['inspect wait', 'abort', 'inspect failed', 'manageable'],
  ['inspect wait', 'done', 'manageable', null],
  ['inspect wait', 'fail', 'inspect failed', 'manageable'],
  ['inspect wait', 'resume', 'inspecting', 'manageable'],
  ['adopting', 'done', 'active', null],
  ['adopting', 'fail', 'adopt failed', 'active'],
  ['adopt failed', 'adopt', 'adopting', 'active'],
  ['adopt failed', 'manage', 'manageable', null],
  ['rescuing', 'done', 'rescue', null],
  ['rescuing', 'fail', 'rescue failed', 'rescue'],
  ['rescuing', 'wait', 'rescue wait', 'rescue'],
  ['rescue wait', 'abort', 'rescue failed', 'rescue'],
  ['rescue wait', 'delete', 'deleting', 'available'],
  ['rescue wait', 'fail', 'rescue failed', 'rescue'],
  ['rescue wait', 'resume', 'rescuing', 'rescue'],
  ['rescue failed', 'delete', 'deleting', 'available'],
  ['rescue failed', 'rescue', 'rescuing', 'rescue'],
  ['rescue failed', 'unrescue', 'unrescuing', 'active'],
  ['unrescuing', 'done', 'active', null],
  ['unrescuing', 'fail', 'unrescue failed', 'active'],
  ['unrescue failed', 'delete', 'deleting', 'available'],
  ['unrescue failed', 'rescue', 'rescuing', 'rescue'],
  ['unrescue failed', 'unrescue', 'unrescuing', 'active'],
  ['servicing', 'done', 'active', null],
  ['servicing', 'fail', 'service failed', 'active'],
  ['servicing', 'hold', 'service hold', 'active'],
  ['servicing', 'wait', 'service wait', 'active'],
  ['service wait', 'abort', 'service failed', 'active'],
  ['service wait', 'delete', 'deleting', 'available'],
  ['service wait', 'fail', 'service failed', 'active'],
  ['service wait', 'hold', 'service hold', 'active'],
  ['service wait', 'resume', 'servicing', 'active'],
  ['service failed', 'abort', 'active', null],
  ['service failed', 'delete', 'deleting', 'available'],
  ['service failed', 'hold', 'service hold', 'active'],
  ['service failed', 'rescue', 'rescuing', 'rescue'],
  ['service failed', 'service', 'servicing', 'active'],
  ['service failed', 'wait', 'service wait', 'active'],
  ['service hold', 'abort', 'service failed', 'active'],
  ['service hold', 'fail', 'service failed', 'active'],
  ['service hold', 'service', 'servicing', 'active'],
  ['service hold', 'unhold', 'service wait', 'active'],
] as const satisfies readonly (readonly [ProvisionState, string, ProvisionState, ProvisionState | null])[];

export type FsmEvent = (typeof TRANSITIONS)[number][1];
export interface Move {
  to: ProvisionState;
  /** null when `to` is stable */
  target: ProvisionState | null;
}

const edges = new Map<string, Move>(TRANSITIONS.map(([from, event, to, target]) => [`${from}\n${event}`, { to, target }]));

/** @returns where `event` leads from `state`, or undefined when the machine has no such edge */
export const next = (state: string, event: string): Move | undefined => edges.get(`${state}\n${event}`);

type FailEdge = Extract<(typeof TRANSITIONS)[number], readonly [string, 'fail', string, unknown]>;
/** Compile-time proof that every transient state has a way out by failure: this type is `never` or the build stops. */
type WithoutFailure = Exclude<TransientState, FailEdge[0]>;
const _everyTransientStateCanFail: [WithoutFailure] extends [never] ? true : WithoutFailure = true;
void _everyTransientStateCanFail;

/** The state in which a transient state ends when its work fails or its owner is lost. */
export function failureOf(state: TransientState): ProvisionState {
  const move = next(state, 'fail');
  if (!move) throw new Error(`State "${state}" has no failure state.`);
  return move.to;
}
