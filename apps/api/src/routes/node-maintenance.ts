import { setMaintenance } from '@ingot/core';
import { z } from 'zod';
import { text } from '../arguments.ts';
import { nodeIdent } from '../ident.ts';
import { route } from '../route.ts';

const BODY = z.strictObject({ reason: z.string().nullable().optional() }).nullable().optional();

export const routes = [
  route({
    method: 'PUT', path: '/v1/nodes/:node_ident/maintenance', summary: 'Take a node out of service', policy: 'node:set_maintenance', query: { reason: text() }, body: BODY, success: 202,
    handler: async (request) => {
      await setMaintenance(request.core, nodeIdent(request), true, request.body?.reason ?? request.query.reason ?? null);
      return {};
    },
  }),
  route({
    method: 'DELETE', path: '/v1/nodes/:node_ident/maintenance', summary: 'Put a node into service again', policy: 'node:clear_maintenance', success: 202,
    handler: async (request) => {
      await setMaintenance(request.core, nodeIdent(request), false, null);
      return {};
    },
  }),
];
