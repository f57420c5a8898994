import { timingSafeEqual } from 'node:crypto';
import { BadRequest, Conflict, isWait, type Json, type JsonObject, type NodePatch, type NodeRecord, nodeLocked, NotAcceptable, NotFound } from '@ingot/domain';
import type { Core } from '../context.ts';
import { attempt } from '../requests/attempt.ts';
import type { Submission } from '../requests/submit.ts';
import { transition } from '../transition.ts';

export interface Heartbeat {
  ident: string;
  callbackUrl: string;
  agentToken: string;
  agentVersion?: string;
  agentVerifyCa?: string;
  agentStatus?: string;
  agentStatusMessage?: string;
  minor: number;
  requestId: string;
}
/** States in which a beat is noted; in any other it is ignored (reference: locking-and-conductor §5). */
const NOTED = new Set([
  'wait call-back', 'clean wait', 'rescue wait', 'service wait', 'deploying', 'cleaning', 'rescuing', 'servicing',
  'deploy hold', 'clean hold', 'service hold',
]);

/** Compares in constant time, also for different lengths. */
function sameToken(given: string, stored: Json | undefined): boolean {
  if (typeof stored !== 'string' || stored.length === 0) return false;
  const a = Buffer.from(given.padEnd(stored.length, '\0'));
  const b = Buffer.from(stored.padEnd(given.length, '\0'));
  return a.length === b.length && timingSafeEqual(a, b) && given.length === stored.length;
}

/**
 * `POST /v1/heartbeat/{node}`: the agent of a booted ramdisk says it is alive. In a wait state this is the callback: the
 * waiting operation goes on, through the same lock, admission and compensation as any request (503: the agent beats again).
 */
export async function heartbeat(core: Core, beat: Heartbeat): Promise<void> {
  if (beat.minor < 36 && beat.agentVersion !== undefined) throw new BadRequest('Field "agent_version" not recognised in this version.');
  if (core.config.agentRequireTls && beat.callbackUrl.startsWith('http://')) {
    throw new BadRequest('Agent callback_url must use TLS (https).');
  }
  await attempt(core, beat.ident, async (node) => {
    if (!sameToken(beat.agentToken, node.driver_internal_info.agent_secret_token)) throw new BadRequest('Agent token is missing or wrong.', 'InvalidAgentToken');
    if (!NOTED.has(node.provision_state)) return undefined;
    const known = node.driver_internal_info.agent_url;
    if (typeof known === 'string' && known && known !== beat.callbackUrl) throw new BadRequest('The agent callback URL has changed; refused.');
    if (node.reservation && !known) throw nodeLocked(node.uuid, node.reservation);
    const noted = noteOf(beat);
    if (!isWait(node.provision_state) || node.maintenance) {
      await core.store.nodes.update(node.uuid, node.revision, { driver_internal_info: noted });
      return undefined;
    }
    return resumption(core, node, { driver_internal_info: noted }, {}, beat.requestId);
  });
}

function noteOf(beat: Heartbeat): JsonObject {
  return {
    agent_url: beat.callbackUrl,
    agent_last_heartbeat: new Date().toISOString(),
    ...(beat.agentVersion === undefined ? {} : { agent_version: beat.agentVersion }),
    ...(beat.agentVerifyCa === undefined ? {} : { agent_verify_ca: beat.agentVerifyCa }),
    ...(beat.agentStatus === undefined ? {} : { agent_status: beat.agentStatus }),
    ...(beat.agentStatusMessage === undefined ? {} : { agent_status_message: beat.agentStatusMessage }),
  };
}

async function resumption(core: Core, node: NodeRecord, patch: NodePatch, args: JsonObject, requestId: string): Promise<Submission | undefined> {
  const waiting = await core.store.operations.openOf(node.uuid);
  if (waiting?.status !== 'waiting') return undefined;
  return {
    node, verb: waiting.verb, phase: 'resume', waiting, args, klass: 'ordinary', requestId,
    patch: { ...transition(node, 'resume', node.target_provision_state), ...patch },
    pools: await core.directory.pools(node.driver, node.conductor_group),
  };
}

/** `POST /v1/continue_inspection`: the inspection ramdisk delivers what it found. @returns the node's uuid */
export async function continueInspection(
  core: Core, request: { nodeUuid?: string; addresses: string[]; data: JsonObject; minor: number; requestId: string },
): Promise<{ uuid: string }> {
  if (request.minor < 84) throw new NotAcceptable();
  const ident = request.nodeUuid ?? (await nodeByAddress(core, request.addresses));
  const node = await attempt(core, ident, async (read) => {
    if (read.provision_state !== 'inspect wait') throw new NotFound();
    const resumed = await resumption(core, read, { driver_internal_info: { inspection_data: request.data } }, {}, request.requestId);
    if (!resumed) throw new Conflict(`Inspection of node ${read.uuid} is not waiting any more.`);
    return resumed;
  });
  return { uuid: node.uuid };
}

async function nodeByAddress(core: Core, addresses: string[]): Promise<string> {
  for (const address of addresses) {
    const port = await core.store.ports.byAddress(address);
    if (port) return port.node_uuid;
  }
  throw new NotFound();
}
