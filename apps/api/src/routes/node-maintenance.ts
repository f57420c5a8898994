import { setMaintenance } from '@ingot/core';
import { z } from 'zod';
import { parseBody } from '../body.ts';
import { nodeIdent } from '../ident.ts';
import type { Route } from '../route.ts';

const BODY = z.strictObject({ reason: z.string().nullable().optional() }).nullable().optional();

export const routes: Route[] = [
  {
    method: 'PUT', path: '/v1/nodes/:node_ident/maintenance', query: ['reason'],
    handler: async (request) => {
      const body = parseBody(BODY, request.body);
      await setMaintenance(request.core, nodeIdent(request), true, body?.reason ?? request.query.reason ?? null);
      return { status: 202 };
    },
  },
  {
    method: 'DELETE', path: '/v1/nodes/:node_ident/maintenance',
    handler: async (request) => {
      await setMaintenance(request.core, nodeIdent(request), false, null);
      return { status: 202 };
    },
  },
];
