import type { ProvisionState } from './states.ts';

export type VerbArgument =
  | 'configdrive' | 'deploy_steps' | 'clean_steps' | 'service_steps' | 'rescue_password' | 'disable_ramdisk' | 'runbook';

/** One target of `PUT …/states/provision`. Adding a verb is adding a row. */
export interface VerbRule {
  verb: string;
  event: string;
  /** microversion 1.N */
  since: number;
  sinceByState?: { [state: string]: number };
  from: readonly string[];
  /** states from which no worker is needed: done before the 202 */
  immediateFrom: readonly string[];
  /** the version is checked after the state, so that a wrong state is a 400 even for an old client */
  lateGate: boolean;
  /** overrides the state machine's target */
  target: string | null;
  refusedInMaintenance: boolean;
  refusedWhenProtected: boolean;
  refusedWhenRetired: boolean;
  /** body arguments the verb takes, each with the microversion 1.N from which it does */
  accepts: { readonly [A in VerbArgument]?: number };
}

const none: readonly ProvisionState[] = [];
const base = {
  immediateFrom: none, lateGate: false, target: null,
  refusedInMaintenance: false, refusedWhenProtected: false, refusedWhenRetired: false, accepts: {},
};
const DEPLOY: readonly ProvisionState[] = ['available', 'deploy failed'];
const DELETE: readonly ProvisionState[] = [
  'active', 'deploy failed', 'error', 'rescue', 'rescue failed', 'rescue wait', 'service failed', 'service wait',
  'unrescue failed', 'wait call-back',
];

export const VERBS: readonly VerbRule[] = [
  { ...base, verb: 'manage', event: 'manage', since: 4, from: ['adopt failed', 'available', 'clean failed', 'enroll', 'inspect failed'], immediateFrom: ['adopt failed', 'available', 'clean failed', 'inspect failed'] },
  { ...base, verb: 'provide', event: 'provide', since: 4, from: ['manageable'], refusedWhenRetired: true },
  { ...base, verb: 'inspect', event: 'inspect', since: 6, from: ['inspect failed', 'manageable'] },
  { ...base, verb: 'clean', event: 'clean', since: 15, from: ['manageable'], target: 'manageable', refusedInMaintenance: true, accepts: { clean_steps: 15, disable_ramdisk: 70, runbook: 92 } },
  { ...base, verb: 'adopt', event: 'adopt', since: 17, from: ['adopt failed', 'manageable'] },
  { ...base, verb: 'active', event: 'deploy', since: 1, from: DEPLOY, refusedInMaintenance: true, accepts: { configdrive: 1, deploy_steps: 69 } },
  // Takes neither configdrive nor deploy_steps: upstream allows both only with the spelling `active`.
  { ...base, verb: 'deploy', event: 'deploy', since: 73, from: DEPLOY, refusedInMaintenance: true },
  { ...base, verb: 'rebuild', event: 'rebuild', since: 1, from: ['active', 'deploy failed', 'error'], refusedInMaintenance: true, refusedWhenProtected: true, accepts: { configdrive: 35, deploy_steps: 69 } },
  { ...base, verb: 'deleted', event: 'delete', since: 1, from: DELETE, refusedWhenProtected: true },
  // Documented as 1.73, but upstream accepts it from every client.
  { ...base, verb: 'undeploy', event: 'delete', since: 1, from: DELETE, refusedWhenProtected: true },
  { ...base, verb: 'rescue', event: 'rescue', since: 38, from: ['active', 'rescue', 'rescue failed', 'service failed', 'unrescue failed'], refusedInMaintenance: true, accepts: { rescue_password: 38 } },
  { ...base, verb: 'unrescue', event: 'unrescue', since: 38, from: ['rescue', 'rescue failed', 'unrescue failed'], refusedInMaintenance: true },
  {
    ...base, verb: 'abort', event: 'abort', since: 13,
    sinceByState: { 'rescue wait': 38, 'inspect wait': 41, 'wait call-back': 110, 'clean hold': 85, 'deploy hold': 85, 'service wait': 87, 'service hold': 87, 'service failed': 87 },
    from: ['clean hold', 'clean wait', 'deploy hold', 'inspect wait', 'rescue wait', 'service failed', 'service hold', 'service wait', 'wait call-back'],
    immediateFrom: none,
  },
  { ...base, verb: 'unhold', event: 'unhold', since: 85, lateGate: true, from: ['clean hold', 'deploy hold', 'service hold'], immediateFrom: ['clean hold', 'deploy hold'] },
  { ...base, verb: 'service', event: 'service', since: 87, lateGate: true, from: ['active', 'service failed', 'service hold'], target: 'active', refusedInMaintenance: true, accepts: { service_steps: 87, disable_ramdisk: 108, runbook: 92 } },
];

const byVerb = new Map(VERBS.map((rule) => [rule.verb, rule]));
export const verbOf = (verb: string): VerbRule | undefined => byVerb.get(verb);
export const needsWorker = (verb: string, state: string): boolean => !byVerb.get(verb)?.immediateFrom.includes(state);
/** The microversion 1.N that `rule` needs in `state`. A gate from `sinceByState` is always late: `state` was checked first. */
export const verbSince = (rule: VerbRule, state: string): number => rule.sinceByState?.[state] ?? rule.since;
/** Every verb that takes `argument`, for the text of a refusal. */
export const verbsTaking = (argument: VerbArgument): string[] =>
  VERBS.filter((rule) => rule.accepts[argument] !== undefined).map((rule) => rule.verb);
