import { changeTraits, removeTrait } from '@ingot/core';
import { BadRequest, NotAcceptable } from '@ingot/domain';
import { z } from 'zod';
import { parseBody } from '../body.ts';
import { nodeIdent, readNode } from '../ident.ts';
import type { Route } from '../route.ts';

const SINCE = 37;
const USAGE =
  'A single node trait may be added via PUT /v1/nodes/<node identifier>/traits/<trait> with no body, or all node traits may be replaced via PUT /v1/nodes/<node identifier>/traits with the list of traits specified in the request body.';
const TRAITS = z.strictObject({ traits: z.array(z.string()).optional() }).optional();

export const routes: Route[] = [
  {
    // Ironic's own gate here is the handler's (406 with a faultstring), not the router's.
    method: 'GET', path: '/v1/nodes/:node_ident/traits',
    handler: async (request) => {
      if (request.minor < SINCE) throw new NotAcceptable();
      return { status: 200, body: { traits: (await readNode(request)).traits } };
    },
  },
  {
    method: 'PUT', path: '/v1/nodes/:node_ident/traits', since: SINCE, below: 405,
    handler: async (request) => {
      const traits = parseBody(TRAITS, request.body)?.traits;
      if (traits === undefined) throw new BadRequest(USAGE);
      await changeTraits(request.core, nodeIdent(request), () => traits);
      return { status: 204 };
    },
  },
  {
    method: 'PUT', path: '/v1/nodes/:node_ident/traits/:trait', since: SINCE, below: 405,
    handler: async (request) => {
      if (typeof request.body === 'object' && Object.keys(request.body ?? {}).length) throw new BadRequest(USAGE);
      const trait = request.params.trait as string;
      await changeTraits(request.core, nodeIdent(request), (traits) => [...traits, trait]);
      return { status: 204, location: `/v1/nodes/${nodeIdent(request)}/traits/${trait}` };
    },
  },
  {
    method: 'DELETE', path: '/v1/nodes/:node_ident/traits', since: SINCE,
    handler: async (request) => {
      await changeTraits(request.core, nodeIdent(request), () => []);
      return { status: 204 };
    },
  },
  {
    method: 'DELETE', path: '/v1/nodes/:node_ident/traits/:trait', since: SINCE,
    handler: async (request) => {
      await removeTrait(request.core, nodeIdent(request), request.params.trait as string);
      return { status: 204 };
    },
  },
];
