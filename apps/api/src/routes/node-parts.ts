import { changeTraits, removeTrait, setMaintenance } from '@ingot/core';
import { BadRequest, isUuid, nodeNotFound, NotFound, type NodeRecord } from '@ingot/domain';
import { z } from 'zod';
import { parseBody, queryBoolean } from '../body.ts';
import { links, nextLink, PAGE_ARGUMENTS, pageOf } from '../listing.ts';
import type { ApiRequest, Route } from '../route.ts';

const node = async (request: ApiRequest): Promise<NodeRecord> => {
  const ident = request.params.node_ident as string;
  const found = await request.core.store.nodes.get(ident);
  if (!found) throw nodeNotFound(ident);
  return found;
};
const ident = (request: ApiRequest) => request.params.node_ident as string;
const HISTORY_BRIEF = ['uuid', 'created_at', 'severity', 'event'] as const;

export const routes: Route[] = [
  {
    method: 'PUT', path: '/v1/nodes/:node_ident/maintenance', query: ['reason'],
    handler: async (request) => {
      const body = parseBody(z.strictObject({ reason: z.string().nullable().optional() }).optional(), request.body);
      await setMaintenance(request.core, ident(request), true, body?.reason ?? request.query.reason ?? null);
      return { status: 202 };
    },
  },
  {
    method: 'DELETE', path: '/v1/nodes/:node_ident/maintenance',
    handler: async (request) => {
      await setMaintenance(request.core, ident(request), false, null);
      return { status: 202 };
    },
  },
  {
    method: 'GET', path: '/v1/nodes/:node_ident/traits', since: 37, below: 406,
    handler: async (request) => ({ status: 200, body: { traits: (await node(request)).traits } }),
  },
  {
    method: 'PUT', path: '/v1/nodes/:node_ident/traits', since: 37, below: 405,
    handler: async (request) => {
      const { traits } = parseBody(z.strictObject({ traits: z.array(z.string()) }), request.body);
      await changeTraits(request.core, ident(request), () => traits);
      return { status: 204 };
    },
  },
  {
    method: 'PUT', path: '/v1/nodes/:node_ident/traits/:trait', since: 37, below: 405,
    handler: async (request) => {
      if (request.body !== undefined && Object.keys(request.body as object).length) throw new BadRequest('A trait added by its path takes no body.');
      await changeTraits(request.core, ident(request), (traits) => [...traits, request.params.trait as string]);
      return { status: 204, location: `/v1/nodes/${ident(request)}/traits/${request.params.trait}` };
    },
  },
  {
    method: 'DELETE', path: '/v1/nodes/:node_ident/traits', since: 37,
    handler: async (request) => {
      await changeTraits(request.core, ident(request), () => []);
      return { status: 204 };
    },
  },
  {
    method: 'DELETE', path: '/v1/nodes/:node_ident/traits/:trait', since: 37,
    handler: async (request) => {
      await removeTrait(request.core, ident(request), request.params.trait as string);
      return { status: 204 };
    },
  },
  {
    method: 'GET', path: '/v1/nodes/:node_ident/history', since: 78, query: [...PAGE_ARGUMENTS, 'detail'],
    handler: async (request) => {
      const { uuid } = await node(request);
      const page = pageOf(request, ['created_at', 'severity', 'event_type']);
      const entries = await request.core.store.history.list(uuid, page);
      const detail = queryBoolean('detail', request.query.detail) === true;
      const history = entries.map((entry) => {
        const { id: _id, node_uuid: _node, ...full } = entry;
        const shown = detail ? full : Object.fromEntries(HISTORY_BRIEF.map((field) => [field, entry[field]]));
        return { ...shown, links: links(request.baseUrl, `nodes/${uuid}/history/${entry.uuid}`) };
      });
      return { status: 200, body: { history, ...nextLink(request, `/v1/nodes/${uuid}/history`, page, entries) } };
    },
  },
  {
    method: 'GET', path: '/v1/nodes/:node_ident/history/:event', since: 78,
    handler: async (request) => {
      const { uuid } = await node(request);
      const event = request.params.event as string;
      const found = isUuid(event) ? await request.core.store.history.get(uuid, event) : undefined;
      if (!found) throw new NotFound(`Node history record ${event} could not be found.`, 'NodeHistoryNotFound');
      const { id: _id, node_uuid: _node, ...shown } = found;
      return { status: 200, body: { ...shown, links: links(request.baseUrl, `nodes/${uuid}/history/${event}`) } };
    },
  },
];
