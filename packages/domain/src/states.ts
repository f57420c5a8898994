/**
 * The 30 provision states as data (source: Ironic's state machine at API 1.115, compared in states.test.ts).
 * Questions about states are the predicates below; nothing else in the project lists states.
 */
export interface StateRule {
  name: string;
  kind: 'resting' | 'resting-failure' | 'working' | 'wait' | 'hold' | 'failure';
  stable: boolean;
  /** target_provision_state while the node is in it */
  target: string | null;
  /** PATCH is allowed although a target is set */
  patchAllowed: boolean;
  /** DELETE is allowed without maintenance */
  deleteAllowed: boolean;
  /** a conductor that starts and finds its own reservation here raises `fail` */
  failedOnConductorRestart: boolean;
  agentLookupAllowed: boolean;
  powerSyncSkipped: boolean;
}

export const STATES = [
  { name: 'enroll', kind: 'resting', stable: true, target: null, patchAllowed: false, deleteAllowed: true, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: true },
  { name: 'manageable', kind: 'resting', stable: true, target: null, patchAllowed: false, deleteAllowed: true, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'available', kind: 'resting', stable: true, target: null, patchAllowed: false, deleteAllowed: true, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'active', kind: 'resting', stable: true, target: null, patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'error', kind: 'resting-failure', stable: true, target: null, patchAllowed: true, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'rescue', kind: 'resting', stable: true, target: null, patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'verifying', kind: 'working', stable: false, target: 'manageable', patchAllowed: true, deleteAllowed: false, failedOnConductorRestart: true, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'deploying', kind: 'working', stable: false, target: 'active', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: true, agentLookupAllowed: true, powerSyncSkipped: false },
  { name: 'wait call-back', kind: 'wait', stable: false, target: 'active', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: true, powerSyncSkipped: true },
  { name: 'deploy failed', kind: 'failure', stable: false, target: 'active', patchAllowed: true, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'deploy hold', kind: 'hold', stable: false, target: 'active', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'cleaning', kind: 'working', stable: false, target: 'available', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: true, agentLookupAllowed: true, powerSyncSkipped: false },
  { name: 'clean wait', kind: 'wait', stable: false, target: 'available', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: true, powerSyncSkipped: true },
  { name: 'clean failed', kind: 'failure', stable: false, target: 'available', patchAllowed: true, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'clean hold', kind: 'hold', stable: false, target: 'available', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'deleting', kind: 'working', stable: false, target: 'available', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: true, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'inspecting', kind: 'working', stable: false, target: 'manageable', patchAllowed: true, deleteAllowed: false, failedOnConductorRestart: true, agentLookupAllowed: true, powerSyncSkipped: false },
  { name: 'inspect failed', kind: 'failure', stable: false, target: 'manageable', patchAllowed: true, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'inspect wait', kind: 'wait', stable: false, target: 'manageable', patchAllowed: true, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: true, powerSyncSkipped: false },
  { name: 'adopting', kind: 'working', stable: false, target: 'active', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: true, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'adopt failed', kind: 'failure', stable: false, target: 'active', patchAllowed: true, deleteAllowed: true, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: true },
  { name: 'rescuing', kind: 'working', stable: false, target: 'rescue', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: true, agentLookupAllowed: true, powerSyncSkipped: false },
  { name: 'rescue wait', kind: 'wait', stable: false, target: 'rescue', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: true, powerSyncSkipped: false },
  { name: 'rescue failed', kind: 'failure', stable: false, target: 'rescue', patchAllowed: true, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'unrescuing', kind: 'working', stable: false, target: 'active', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: true, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'unrescue failed', kind: 'failure', stable: false, target: 'active', patchAllowed: true, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'servicing', kind: 'working', stable: false, target: 'active', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: true, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'service wait', kind: 'wait', stable: false, target: 'active', patchAllowed: false, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: true, powerSyncSkipped: false },
  { name: 'service failed', kind: 'failure', stable: false, target: 'active', patchAllowed: true, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
  { name: 'service hold', kind: 'hold', stable: false, target: 'active', patchAllowed: true, deleteAllowed: false, failedOnConductorRestart: false, agentLookupAllowed: false, powerSyncSkipped: false },
] as const satisfies readonly StateRule[];

export type ProvisionState = (typeof STATES)[number]['name'];
type StateOf<Kind> = Extract<(typeof STATES)[number], { kind: Kind }>['name'];
export type WorkingState = StateOf<'working'>;
export type WaitState = StateOf<'wait'>;
/** The states in which an operation must own the node (I1). Holds are not among them: there the operator owns it. */
export type TransientState = WorkingState | WaitState;

const byName = new Map<string, StateRule>(STATES.map((state) => [state.name, state]));

export const stateOf = (name: string): StateRule | undefined => byName.get(name);
export const isProvisionState = (name: string): name is ProvisionState => byName.has(name);
export const isStable = (name: string) => byName.get(name)?.stable === true;
export const isWorking = (name: string): name is WorkingState => byName.get(name)?.kind === 'working';
export const isWait = (name: string): name is WaitState => byName.get(name)?.kind === 'wait';
export const isHold = (name: string) => byName.get(name)?.kind === 'hold';
export const isTransient = (name: string): name is TransientState => isWorking(name) || isWait(name);
export const isFailure = (name: string) => byName.get(name)?.kind === 'failure' || name === 'error';
export const TRANSIENT_STATES: readonly string[] = STATES.filter((state) => isTransient(state.name)).map((state) => state.name);

/** A state as a client of microversion 1.`minor` sees it (reference: state-machine, old readers). */
export function stateForReader(state: string, minor: number): string | null {
  if (minor <= 1 && state === 'available') return null;
  if (minor < 39 && state === 'inspect wait') return 'inspecting';
  return state;
}
