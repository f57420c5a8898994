import {
  BadRequest, inMaintenance, invalidState, isHold, isProtected, isRetired, isWait, type Json, type JsonObject, needsWorker, next, nodeLocked,
  type NodePatch, type NodeRecord, NotAcceptable, NotFound, noValidHost, type VerbRule, verbOf,
} from '@ingot/domain';
import type { Core } from '../context.ts';
import { transition } from '../transition.ts';
import { abortSubmission, unholdNode, waitingOperation } from './abort.ts';
import { attempt } from './attempt.ts';
import { checkActionLimit, countedStates } from './limits.ts';
import type { Submission } from './submit.ts';

export interface ProvisionRequest {
  ident: string;
  verb: string;
  minor: number;
  requestId: string;
  configdrive?: Json;
  deploySteps?: JsonObject[];
  cleanSteps?: JsonObject[];
  serviceSteps?: JsonObject[];
  rescuePassword?: string;
  disableRamdisk?: boolean;
  runbook?: string;
}

/**
 * `PUT /v1/nodes/{node}/states/provision`: the checks in Ironic's order (reference: api.md §4), then the submission.
 * @returns the node's uuid once the request is accepted (or done at once, for verbs without a worker)
 * @throws IngotError with Ironic's status and text; the node is then as it was
 */
export async function requestProvision(core: Core, request: ProvisionRequest): Promise<{ uuid: string }> {
  const node = await attempt(core, request.ident, async (read, count) => {
    const rule = checkState(read, request);
    checkArguments(rule, request);
    if (!needsWorker(request.verb, read.provision_state)) {
      await moveAtOnce(core, read, rule);
      return undefined;
    }
    const pools = await core.directory.pools(read.driver, read.conductor_group);
    if (pools.length === 0) throw new NotFound(noValidHost(read.driver, read.conductor_group), 'NoValidHost');
    checkActionLimit(core, request.verb, count);
    if (rule.event === 'abort') return abortSubmission(core, read, pools, request.requestId);
    if (rule.event === 'unhold') return unholdNode(core, read, pools, request.requestId);
    const plan = submission(core, read, rule, request, pools);
    return isWait(read.provision_state) || isHold(read.provision_state) ? { ...plan, waiting: await waitingOperation(core, read) } : plan;
  }, countedStates(request.verb));
  return { uuid: node.uuid };
}

/** Verb, version, maintenance, state machine, protection. @throws 406, 400, 409, 403 */
function checkState(node: NodeRecord, request: ProvisionRequest): VerbRule {
  const rule = verbOf(request.verb);
  if (rule && !rule.lateGate && request.minor < rule.since) throw new NotAcceptable();
  if (!rule) {
    if (node.reservation) throw nodeLocked(node.uuid, node.reservation);
    throw invalidState(request.verb, node.uuid, node.provision_state);
  }
  if (node.maintenance && rule.refusedInMaintenance) throw inMaintenance(request.verb === 'active' ? 'provisioning' : request.verb, node.uuid);
  if (!rule.from.includes(node.provision_state) || !next(node.provision_state, rule.event)) {
    if (node.reservation) throw nodeLocked(node.uuid, node.reservation);
    throw invalidState(request.verb, node.uuid, node.provision_state);
  }
  const since = rule.sinceByState?.[node.provision_state] ?? rule.since;
  if (request.minor < since) throw new NotAcceptable();
  if (node.protected && rule.refusedWhenProtected) throw isProtected(node.uuid);
  if (node.retired && rule.refusedWhenRetired) throw isRetired(request.verb, node.uuid);
  return rule;
}

/** Which arguments go with which verb, and which it needs. @throws 406, 400 */
function checkArguments(rule: VerbRule, r: ProvisionRequest): void {
  const verb = r.verb;
  const only = (given: unknown, verbs: string[], name: string) => {
    if (given !== undefined && !verbs.includes(verb)) throw new BadRequest(`"${name}" is only valid when setting target provision state to ${verbs.join(' or ')}.`);
  };
  only(r.configdrive, ['active', 'rebuild'], 'configdrive');
  if (r.configdrive !== undefined && verb === 'rebuild' && r.minor < 35) throw new NotAcceptable();
  if (r.configdrive !== undefined && r.configdrive !== null && typeof r.configdrive === 'object' && r.minor < 56) throw new NotAcceptable();
  if (r.runbook !== undefined) {
    if (r.minor < 92) throw new NotAcceptable();
    throw new NotFound(`Runbook ${r.runbook} could not be found.`, 'RunbookNotFound');
  }
  if (r.disableRamdisk !== undefined) {
    only(r.disableRamdisk, ['clean', 'service'], 'disable_ramdisk');
    if (r.minor < (verb === 'service' ? 108 : 70)) throw new NotAcceptable();
  }
  only(r.cleanSteps, ['clean'], 'clean_steps');
  if (r.deploySteps !== undefined && r.minor < 69) throw new NotAcceptable();
  only(r.deploySteps, ['active', 'rebuild'], 'deploy_steps');
  only(r.serviceSteps, ['service'], 'service_steps');
  only(r.rescuePassword, ['rescue'], 'rescue_password');
  if (rule.event === 'clean' && !r.cleanSteps?.length) {
    throw new BadRequest('"clean_steps" is required when setting target provision state to clean');
  }
  if (rule.event === 'service' && !r.serviceSteps?.length) {
    throw new BadRequest('"service_steps" is required when setting target provision state to service');
  }
  if (rule.event === 'rescue' && !r.rescuePassword?.trim()) {
    throw new BadRequest('A non-empty "rescue_password" is required when setting target provision state to rescue');
  }
}

/** A verb without work (manage from available, …): one conditional write and done before the 202. */
async function moveAtOnce(core: Core, node: NodeRecord, rule: VerbRule): Promise<void> {
  if (rule.event === 'unhold') return void (await unholdNode(core, node, [], ''));
  if (node.reservation) throw nodeLocked(node.uuid, node.reservation);
  const patch = transition(node, rule.event);
  if (!(await core.store.nodes.update(node.uuid, node.revision, patch, { requireUnreserved: true }))) {
    throw nodeLocked(node.uuid, core.directory.hostFor(node) ?? 'another request');
  }
}

/** What the intent writes for each verb, beside the move itself. Secrets go to the node, never into the arguments. */
function submission(core: Core, node: NodeRecord, rule: VerbRule, r: ProvisionRequest, pools: string[]): Submission {
  const patch: NodePatch = { ...transition(node, rule.event, rule.target), last_error: null };
  const args: JsonObject = {};
  switch (rule.event) {
    case 'deploy':
    case 'rebuild': {
      const { configdrive: _old, ...info } = node.instance_info;
      patch.instance_info = r.configdrive == null ? info : { ...info, configdrive: r.configdrive };
      patch.deploy_step = {};
      if (r.deploySteps) args.steps = r.deploySteps;
      break;
    }
    case 'clean':
      args.steps = r.cleanSteps ?? [];
      args.disable_ramdisk = r.disableRamdisk ?? false;
      patch.clean_step = {};
      break;
    case 'provide':
      patch.clean_step = {};
      break;
    case 'service':
      args.steps = r.serviceSteps ?? [];
      args.disable_ramdisk = r.disableRamdisk ?? false;
      patch.service_step = {};
      break;
    case 'rescue':
      patch.instance_info = { ...node.instance_info, rescue_password: r.rescuePassword ?? '' };
      break;
    case 'delete':
      patch.clean_step = {};
      patch.deploy_step = {};
      patch.service_step = {};
      break;
  }
  core.log.debug({ node: node.uuid, verb: r.verb, requestId: r.requestId }, 'provision.checked');
  return { node, verb: rule.verb, phase: 'start', patch, args, pools, klass: 'ordinary', requestId: r.requestId };
}
