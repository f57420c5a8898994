import { agentConfig, continueInspection, heartbeat, lookupNode } from '@ingot/core';
import { BadRequest, type JsonObject, NotFound } from '@ingot/domain';
import { z } from 'zod';
import { parseBody } from '../body.ts';
import { links } from '../listing.ts';
import { masked } from '../resources/mask.ts';
import type { Route } from '../route.ts';

const BEAT = z.strictObject({
  callback_url: z.string().refine((url) => url === '' || url.includes('http'), 'must be an http(s) URL'),
  agent_token: z.string().min(1), agent_version: z.string().optional(), agent_verify_ca: z.string().nullable().optional(),
  agent_status: z.enum(['start', 'end', 'error']).optional(), agent_status_message: z.string().optional(),
});
const addressesOf = (text: string | undefined) => text?.split(',').map((one) => one.trim()).filter(Boolean) ?? [];

/** What a booted agent calls. Open, but token-checked. */
export const routes: Route[] = [
  {
    method: 'GET', path: '/v1/lookup', since: 22, query: ['addresses', 'node_uuid'],
    handler: async ({ core, query, minor, baseUrl }) => {
      const { node, token } = await lookupNode(core, { addresses: addressesOf(query.addresses), minor, ...(query.node_uuid === undefined ? {} : { nodeUuid: query.node_uuid }) });
      const shown = {
        uuid: node.uuid, properties: node.properties, instance_info: masked(node.instance_info, ['configdrive', 'image_url']),
        driver_internal_info: masked(node.driver_internal_info), links: links(baseUrl, `nodes/${node.uuid}`),
      };
      return { status: 200, body: { node: shown, config: agentConfig(token) } };
    },
  },
  {
    method: 'POST', path: '/v1/heartbeat/:node_ident', since: 22,
    handler: async ({ core, body, params, minor, requestId }) => {
      const beat = parseBody(BEAT, body);
      for (const [field, since] of [['agent_verify_ca', 68], ['agent_status', 72], ['agent_status_message', 72]] as const) {
        if (beat[field] !== undefined && minor < since) throw new BadRequest(`Field "${field}" not recognised in this version.`);
      }
      await heartbeat(core, {
        ident: params.node_ident as string, callbackUrl: beat.callback_url, agentToken: beat.agent_token, minor, requestId,
        ...(beat.agent_version === undefined ? {} : { agentVersion: beat.agent_version }),
        ...(beat.agent_verify_ca == null ? {} : { agentVerifyCa: beat.agent_verify_ca }),
        ...(beat.agent_status === undefined ? {} : { agentStatus: beat.agent_status }),
        ...(beat.agent_status_message === undefined ? {} : { agentStatusMessage: beat.agent_status_message }),
      });
      return { status: 202 };
    },
  },
  {
    method: 'POST', path: '/v1/continue_inspection', since: 84, query: ['node_uuid'], bodyLimitKib: 16_384,
    handler: async ({ core, body, query, minor, requestId }) => {
      const data = parseBody(z.looseObject({ inventory: z.looseObject({ interfaces: z.array(z.looseObject({ mac_address: z.string().optional() })).optional() }) }), body);
      const addresses = (data.inventory.interfaces ?? []).flatMap((one) => one.mac_address ?? []);
      if (query.node_uuid === undefined && addresses.length === 0) throw new NotFound();
      const { uuid } = await continueInspection(core, { addresses, data: data as JsonObject, minor, requestId, ...(query.node_uuid === undefined ? {} : { nodeUuid: query.node_uuid }) });
      return { status: 202, body: { uuid } };
    },
  },
];
