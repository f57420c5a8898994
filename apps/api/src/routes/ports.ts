import { createPort, deletePort, findPort, portAddress, updatePort } from '@ingot/core';
import { BadRequest, Forbidden, type JsonObject, nodeNotFound, NotFound } from '@ingot/domain';
import type { PortFilters } from '@ingot/store';
import { z } from 'zod';
import { DETAIL, FIELDS, list as listOf, names, PAGE, text } from '../arguments.ts';
import { demand, ownProject } from '../auth/guard.ts';
import { looseBoolean } from '../body.ts';
import { readNode, requireUuids } from '../ident.ts';
import { nextLink, shownFields, uuidPageOf, versionedFields } from '../listing.ts';
import { PATCH, patchOf } from '../patch.ts';
import { PORT_BRIEF, PORT_SHAPE, PORT_SINCE, PORT_SORTABLE, portView } from '../resources/port-view.ts';
import { columnsFor, viewer } from '../resources/view.ts';
import { type ApiRequest, type Reply, route } from '../route.ts';

const object = z.record(z.string(), z.json()).nullable().optional();
const words = (max = 255) => z.string().max(max).nullable().optional();
const bool = looseBoolean.nullable().optional();
const NEW_PORT = z.strictObject({
  address: z.string(), uuid: words(), node_uuid: words(), node_ident: words(), extra: object,
  local_link_connection: object, pxe_enabled: bool, physical_network: words(64), is_smartnic: bool, portgroup_uuid: words(),
  name: words(), description: words(), vendor: words(32), category: words(80),
});
const OF_NODE = { ...PAGE, address: text() };
const FILTERS = { address: text(), node: text(), node_uuid: text(), portgroup: text({ since: 24 }), shard: names({ since: 82 }), conductor_groups: listOf({ since: 99 }), project: text() };
type FilterValues = { [K in keyof typeof FILTERS]?: ReturnType<(typeof FILTERS)[K]['parse']> };
type ListRequest = ApiRequest<FilterValues> & Parameters<typeof shownFields>[0] & Parameters<typeof uuidPageOf>[0];

/** @param owner the node of `/v1/nodes/{node}/ports`. @throws BadRequest, Forbidden, NotFound */
async function filtersOf({ core, query, identity }: ApiRequest<FilterValues>, owner?: string): Promise<PortFilters> {
  const ident = owner ?? query.node ?? query.node_uuid;
  if ([ident, query.portgroup, query.shard].filter((given) => given !== undefined).length > 1) throw new Forbidden('Only one of node, portgroup and shard may be given.', 'OperationNotPermitted');
  if (query.portgroup !== undefined) throw new NotFound(`Portgroup ${query.portgroup} could not be found.`, 'PortgroupNotFound');
  const own = ownProject(identity, 'port:list_all');
  let node_uuid = ident;
  if (ident !== undefined && owner === undefined) {
    const node = await core.store.nodes.get(ident);
    if (!node) throw nodeNotFound(ident);
    node_uuid = node.uuid;
  }
  return {
    ...(node_uuid === undefined ? {} : { node_uuid }),
    ...(query.address === undefined ? {} : { address: portAddress(query.address) }),
    ...(query.shard === undefined ? {} : { shard: query.shard }),
    ...(query.conductor_groups === undefined ? {} : { conductor_groups: query.conductor_groups }),
    ...(query.project === undefined ? {} : { project: query.project }),
    ...(own === undefined ? {} : { visible_to: own }),
  };
}

/** 1 Postgres round trip, 2 with a node; another only to tell an unknown marker (404) from the end of the list. */
async function list(request: ListRequest, detailed: boolean, path: string, owner?: string): Promise<Reply> {
  const { ports: store } = request.core.store;
  const fields = shownFields(request, PORT_SINCE, PORT_BRIEF, detailed);
  const page = uuidPageOf(request, PORT_SORTABLE, PORT_SINCE);
  const ports = await store.list(await filtersOf(request, owner), page, columnsFor(PORT_SHAPE, request, fields));
  if (ports.length === 0 && page.marker !== undefined && !(await store.get(page.marker))) throw new NotFound(`Port ${page.marker} could not be found.`, 'PortNotFound');
  return { body: { ports: ports.map(viewer(PORT_SHAPE, request, fields)), ...nextLink(request, `${path}${detailed ? '/detail' : ''}`, page, ports, fields) } };
}
async function listOfNode(request: ListRequest, detailed: boolean): Promise<Reply> {
  const { uuid } = await readNode(request);
  return list(request, detailed, `/v1/nodes/${uuid}/ports`, uuid);
}

const DETAIL_QUERY = { ...PAGE, ...FILTERS };

export const routes = [
  route({ method: 'GET', path: '/v1/ports', summary: 'List ports', policy: 'port:list', query: { ...DETAIL_QUERY, ...FIELDS, ...DETAIL }, success: 200, handler: (request) => list(request, false, '/v1/ports') }),
  route({ method: 'GET', path: '/v1/ports/detail', summary: 'List ports with all fields', policy: 'port:list', query: DETAIL_QUERY, success: 200, handler: (request) => list(request, true, '/v1/ports') }),
  route({ method: 'GET', path: '/v1/nodes/:node_ident/ports', summary: "List a node's ports", policy: 'port:get', query: { ...OF_NODE, ...FIELDS, ...DETAIL }, success: 200, handler: (request) => listOfNode(request, false) }),
  route({ method: 'GET', path: '/v1/nodes/:node_ident/ports/detail', summary: "List a node's ports with all fields", policy: 'port:get', query: OF_NODE, success: 200, handler: (request) => listOfNode(request, true) }),
  route({
    method: 'POST', path: '/v1/ports', summary: 'Create a port', policy: 'authenticated', body: NEW_PORT, bodySince: { ...PORT_SINCE, node_uuid: 1, node_ident: 94 }, success: 201,
    handler: async (request) => {
      const { node_ident, node_uuid, portgroup_uuid, ...rest } = request.body;
      if (node_uuid && node_ident) throw new BadRequest('Exactly one of node_uuid and node_ident is required.');
      const owner = node_uuid ?? node_ident;
      if (!owner) throw new BadRequest('Missing mandatory parameter: node_uuid');
      requireUuids(request.body, ['uuid', 'node_uuid', 'portgroup_uuid']);
      if (!request.identity.unrestricted) demand(request.identity, 'port:create', await request.core.store.nodes.ownership(owner));
      if (portgroup_uuid) throw new BadRequest(`Portgroup ${portgroup_uuid} could not be found.`, 'PortgroupNotFound');
      const port = await createPort(request.core, owner, rest as JsonObject, request.minor);
      return { body: portView(port, request), location: `/v1/ports/${port.uuid}` };
    },
  }),
  route({
    method: 'GET', path: '/v1/ports/:port', summary: 'Show a port', policy: 'port:get', query: FIELDS, success: 200,
    handler: async (request) => {
      const fields = versionedFields(request, PORT_SINCE);
      return { body: portView(await findPort(request.core, request.params.port as string, request.minor), request, fields) };
    },
  }),
  route({
    method: 'PATCH', path: '/v1/ports/:port', summary: 'Change fields of a port', policy: 'port:update', body: PATCH, success: 200,
    handler: async (request) => {
      const port = await updatePort(request.core, request.params.port as string, patchOf(request, PORT_SINCE), request.minor);
      return { body: portView(port, request) };
    },
  }),
  route({
    method: 'DELETE', path: '/v1/ports/:port', summary: 'Delete a port', policy: 'port:delete', success: 204,
    handler: async (request) => {
      await deletePort(request.core, request.params.port as string, request.minor);
      return {};
    },
  }),
];
