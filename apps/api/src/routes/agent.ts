import { agentConfig, continueInspection, heartbeat, lookupNode } from '@ingot/core';
import { BadRequest, type JsonObject, type NodeRecord, normalMac, NotFound } from '@ingot/domain';
import { z } from 'zod';
import { text } from '../arguments.ts';
import { RouterError } from '../errors.ts';
import { links } from '../listing.ts';
import { masked } from '../resources/mask.ts';
import { route } from '../route.ts';

const BEAT = z.strictObject({
  callback_url: z.string().refine((url) => url === '' || url.includes('http'), 'must be an http(s) URL'),
  agent_token: z.string().min(1), agent_version: z.string().optional(), agent_verify_ca: z.string().nullable().optional(),
  agent_status: z.enum(['start', 'end', 'error']).optional(), agent_status_message: z.string().optional(),
});
const BEAT_SINCE = [['agent_version', 36], ['agent_verify_ca', 68], ['agent_status', 72], ['agent_status_message', 72]] as const;
const INSPECTED = z.looseObject({ inventory: z.looseObject({ interfaces: z.array(z.looseObject({ mac_address: z.string().nullable().optional() })).optional() }) });

/** What is no MAC address is ignored: agents send what their network cards say. */
const macs = (given: (string | null | undefined)[]) => given.flatMap((one) => normalMac(one?.trim() ?? '') ?? []);
const optional = <K extends string>(key: K, value: string | null | undefined) => (value == null ? {} : { [key]: value }) as { [P in K]?: string };

function lookupAnswer(node: NodeRecord, token: string | null, baseUrl: string) {
  const shown = {
    uuid: node.uuid, properties: node.properties, instance_info: masked(node.instance_info, ['configdrive', 'image_url']),
    driver_internal_info: masked(node.driver_internal_info), links: links(baseUrl, `nodes/${node.uuid}`),
  };
  return { node: shown, config: agentConfig(token) };
}

/** What a booted agent calls. Open, but token-checked. */
export const routes = [
  route({
    method: 'GET', path: '/v1/lookup', since: 22, summary: 'What a booted agent asks first', policy: 'public', query: { addresses: text(), node_uuid: text() }, success: 200,
    handler: async ({ core, query, minor, baseUrl }) => {
      if (!query.addresses && query.node_uuid === undefined) throw new BadRequest('Missing mandatory parameter: addresses');
      const addresses = macs(query.addresses?.split(',') ?? []);
      if (addresses.length === 0 && query.node_uuid === undefined) throw new NotFound();
      const { node, token } = await lookupNode(core, { addresses, minor, ...optional('nodeUuid', query.node_uuid) });
      return { body: lookupAnswer(node, token, baseUrl) };
    },
  }),
  route({
    method: 'POST', path: '/v1/heartbeat/:node_ident', since: 22, summary: 'An agent is ready for its next order', policy: 'public', body: BEAT, bodyOrQuery: true, success: 202,
    handler: async ({ core, body: beat, params, minor, requestId }) => {
      const early = BEAT_SINCE.find(([field, since]) => beat[field] !== undefined && minor < since);
      if (early) throw new BadRequest(`Field "${early[0]}" not recognised in this version.`);
      await heartbeat(core, {
        ident: params.node_ident as string, callbackUrl: beat.callback_url, agentToken: beat.agent_token, minor, requestId,
        ...optional('agentVersion', beat.agent_version), ...optional('agentVerifyCa', beat.agent_verify_ca),
        ...optional('agentStatus', beat.agent_status), ...optional('agentStatusMessage', beat.agent_status_message),
      });
      return {};
    },
  }),
  route({
    method: 'POST', path: '/v1/continue_inspection', summary: 'An agent sends what it found', policy: 'public', query: { node_uuid: text() }, body: INSPECTED, bodyLimitKib: 16_384, success: 202,
    handler: async ({ core, body: data, query, minor, baseUrl, requestId }) => {
      // Ramdisks that send no version (1.1) are served too, in the form they know.
      const old = minor === 1;
      if (!old && minor < 84) throw new RouterError(404, 'API version 1.84 or newer is required');
      if (old && query.node_uuid !== undefined) throw new BadRequest('Unexpected arguments: node_uuid');
      const addresses = macs((data.inventory.interfaces ?? []).map((one) => one.mac_address));
      if (query.node_uuid === undefined && addresses.length === 0) throw new NotFound();
      const which = { addresses, ...optional('nodeUuid', query.node_uuid) };
      // Before the data is taken: after it the node may be past the states in which an agent is expected.
      const known = old ? undefined : await lookupNode(core, { ...which, minor });
      const { uuid } = await continueInspection(core, { ...which, data: data as JsonObject, minor: old ? 84 : minor, requestId });
      return { body: known ? lookupAnswer(known.node, known.token, baseUrl) : { uuid } };
    },
  }),
];
