import { changeTraits, removeTrait } from '@ingot/core';
import { BadRequest } from '@ingot/domain';
import { z } from 'zod';
import { nodeIdent, readNode } from '../ident.ts';
import { route } from '../route.ts';

const SINCE = 37;
const USAGE =
  'A single node trait may be added via PUT /v1/nodes/<node identifier>/traits/<trait> with no body, or all node traits may be replaced via PUT /v1/nodes/<node identifier>/traits with the list of traits specified in the request body.';
const TRAITS = z.strictObject({ traits: z.array(z.string()).optional() }).optional();
const NOTHING = z.unknown();

export const routes = [
  route({
    method: 'GET', path: '/v1/nodes/:node_ident/traits', since: SINCE, below: 406, summary: "List a node's traits", policy: 'node:traits:list', success: 200,
    handler: async (request) => ({ body: { traits: (await readNode(request)).traits } }),
  }),
  route({
    method: 'PUT', path: '/v1/nodes/:node_ident/traits', since: SINCE, below: 405, summary: "Replace a node's traits", policy: 'node:traits:set', body: TRAITS, success: 204,
    handler: async (request) => {
      const traits = request.body?.traits;
      if (traits === undefined) throw new BadRequest(USAGE);
      await changeTraits(request.core, nodeIdent(request), () => traits);
      return {};
    },
  }),
  route({
    method: 'PUT', path: '/v1/nodes/:node_ident/traits/:trait', since: SINCE, below: 405, summary: 'Add a trait to a node', policy: 'node:traits:set', body: NOTHING, success: 204,
    handler: async (request) => {
      if (typeof request.body === 'object' && Object.keys(request.body ?? {}).length) throw new BadRequest(USAGE);
      const trait = request.params.trait as string;
      await changeTraits(request.core, nodeIdent(request), (traits) => [...traits, trait]);
      return { location: `/v1/nodes/${nodeIdent(request)}/traits/${trait}` };
    },
  }),
  route({
    method: 'DELETE', path: '/v1/nodes/:node_ident/traits', since: SINCE, summary: 'Remove all traits of a node', policy: 'node:traits:delete', success: 204,
    handler: async (request) => {
      await changeTraits(request.core, nodeIdent(request), () => []);
      return {};
    },
  }),
  route({
    method: 'DELETE', path: '/v1/nodes/:node_ident/traits/:trait', since: SINCE, summary: 'Remove a trait of a node', policy: 'node:traits:delete', success: 204,
    handler: async (request) => {
      await removeTrait(request.core, nodeIdent(request), request.params.trait as string);
      return {};
    },
  }),
];
