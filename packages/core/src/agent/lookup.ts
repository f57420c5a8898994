import { randomBytes } from 'node:crypto';
import { BadRequest, type JsonObject, isUuid, type NodeRecord, normalMac, NotFound, stateOf } from '@ingot/domain';
import type { Core } from '../context.ts';

const MASK = '******';

/**
 * `GET /v1/lookup`: a booted agent asks which node it is on. From 1.62 the first answer carries a new agent token; it is
 * shown once, later answers carry the mask.
 * @throws NotFound when there is no such node or it expects no agent
 */
export async function lookupNode(core: Core, request: { addresses: string[]; nodeUuid?: string; minor: number }): Promise<{ node: NodeRecord; token: string | null }> {
  if (request.nodeUuid === undefined && request.addresses.length === 0) throw new BadRequest('Missing mandatory parameter: addresses');
  const node = await find(core, request);
  if (!node || !stateOf(node.provision_state)?.agentLookupAllowed) throw new NotFound();
  if (request.minor < 62) return { node, token: null };
  if (node.driver_internal_info.agent_secret_token) return { node, token: MASK };
  const token = randomBytes(32).toString('base64url');
  const written = await core.store.nodes.update(node.uuid, node.revision, { driver_internal_info: { agent_secret_token: token } });
  if (!written) return lookupNode(core, request);
  return { node: written, token };
}

async function find(core: Core, request: { addresses: string[]; nodeUuid?: string }): Promise<NodeRecord | undefined> {
  if (request.nodeUuid !== undefined) return isUuid(request.nodeUuid) ? core.store.nodes.get(request.nodeUuid) : undefined;
  for (const address of request.addresses) {
    const mac = normalMac(address);
    const port = mac === undefined ? undefined : await core.store.ports.byAddress(mac);
    if (port) return core.store.nodes.get(port.node_uuid);
  }
  return undefined;
}

/** The part of the answer that configures the agent (reference: api.md §9). */
export function agentConfig(token: string | null): JsonObject {
  return {
    heartbeat_timeout: 300, agent_token: token, agent_token_required: true, agent_md5_checksum_enable: true,
    disable_deep_image_inspection: false, permitted_image_formats: ['raw', 'gpt', 'qcow2', 'iso'],
  };
}
