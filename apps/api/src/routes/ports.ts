import { createPort, deletePort, findPort, portAddress, updatePort } from '@ingot/core';
import { BadRequest, Forbidden, type JsonObject, nodeNotFound, NotAcceptable, NotFound } from '@ingot/domain';
import type { PortFilters } from '@ingot/store';
import { z } from 'zod';
import { looseBoolean, parseBody } from '../body.ts';
import { readNode, requireUuids } from '../ident.ts';
import { listArgument, nextLink, PAGE_ARGUMENTS, shownFields, uuidPageOf, versionedFields } from '../listing.ts';
import { requireMinor } from '../negotiate.ts';
import { patchOf } from '../patch.ts';
import { PORT_BRIEF, PORT_SINCE, PORT_SORTABLE, portView } from '../resources/port-view.ts';
import type { ApiRequest, Route } from '../route.ts';

const NODE_IDENT_SINCE = 94;
const object = z.record(z.string(), z.json()).nullable().optional();
const text = (max = 255) => z.string().max(max).nullable().optional();
const bool = looseBoolean.nullable().optional();
const NEW_PORT = z.strictObject({
  address: z.string(), uuid: text(), node_uuid: text(), node_ident: text(), extra: object,
  local_link_connection: object, pxe_enabled: bool, physical_network: text(64), is_smartnic: bool, portgroup_uuid: text(),
  name: text(), description: text(), vendor: text(32), category: text(80),
});
const FILTERS = ['address', 'node', 'node_uuid', 'portgroup', 'shard', 'conductor_groups', 'project'];

/** @param owner the node of `/v1/nodes/{node}/ports`. @throws BadRequest, Forbidden, NotAcceptable, NotFound */
async function filtersOf(request: ApiRequest, owner?: string): Promise<PortFilters> {
  const { core, minor, query } = request;
  if (query.portgroup !== undefined) requireMinor(minor, 24);
  if (query.shard !== undefined) requireMinor(minor, 82);
  if (query.conductor_groups !== undefined) requireMinor(minor, 99);
  const ident = owner ?? query.node ?? query.node_uuid;
  if ([ident, query.portgroup, query.shard].filter((given) => given !== undefined).length > 1) throw new Forbidden('Only one of node, portgroup and shard may be given.', 'OperationNotPermitted');
  if (query.portgroup !== undefined) throw new NotFound(`Portgroup ${query.portgroup} could not be found.`, 'PortgroupNotFound');
  let node_uuid = ident;
  if (ident !== undefined && owner === undefined) {
    const node = await core.store.nodes.get(ident);
    if (!node) throw nodeNotFound(ident);
    node_uuid = node.uuid;
  }
  return {
    ...(node_uuid === undefined ? {} : { node_uuid }),
    ...(query.address === undefined ? {} : { address: portAddress(query.address) }),
    ...(query.shard === undefined ? {} : { shard: query.shard.split(',').map((shard) => shard.trim()) }),
    ...(query.conductor_groups === undefined ? {} : { conductor_groups: listArgument(query.conductor_groups) }),
    ...(query.project === undefined ? {} : { project: query.project }),
  };
}

/** 1 Postgres round trip, 2 with a node; another only to tell an unknown marker (404) from the end of the list. */
async function list(request: ApiRequest, detailed: boolean, path: string, owner?: string) {
  const { ports: store } = request.core.store;
  const fields = shownFields(request, PORT_SINCE, PORT_BRIEF, detailed);
  const page = uuidPageOf(request, PORT_SORTABLE, PORT_SINCE);
  const ports = await store.list(await filtersOf(request, owner), page);
  if (ports.length === 0 && page.marker !== undefined && !(await store.get(page.marker))) throw new NotFound(`Port ${page.marker} could not be found.`, 'PortNotFound');
  return { status: 200, body: { ports: ports.map((port) => portView(port, request, fields)), ...nextLink(request, `${path}${detailed ? '/detail' : ''}`, page, ports, fields) } };
}
async function listOfNode(request: ApiRequest, detailed: boolean) {
  const { uuid } = await readNode(request);
  return list(request, detailed, `/v1/nodes/${uuid}/ports`, uuid);
}

export const routes: Route[] = [
  { method: 'GET', path: '/v1/ports', query: [...PAGE_ARGUMENTS, ...FILTERS, 'fields', 'detail'], handler: (request) => list(request, false, '/v1/ports') },
  { method: 'GET', path: '/v1/ports/detail', query: [...PAGE_ARGUMENTS, ...FILTERS], handler: (request) => list(request, true, '/v1/ports') },
  { method: 'GET', path: '/v1/nodes/:node_ident/ports', query: [...PAGE_ARGUMENTS, 'address', 'fields', 'detail'], handler: (request) => listOfNode(request, false) },
  { method: 'GET', path: '/v1/nodes/:node_ident/ports/detail', query: [...PAGE_ARGUMENTS, 'address'], handler: (request) => listOfNode(request, true) },
  {
    method: 'POST', path: '/v1/ports',
    handler: async (request) => {
      const fields = parseBody(NEW_PORT, request.body);
      if (Object.keys(fields).some((field) => (field === 'node_ident' ? NODE_IDENT_SINCE : (PORT_SINCE[field] ?? 1)) > request.minor)) throw new NotAcceptable();
      const { node_ident, node_uuid, portgroup_uuid, ...rest } = fields;
      if (node_uuid && node_ident) throw new BadRequest('Exactly one of node_uuid and node_ident is required.');
      const owner = node_uuid ?? node_ident;
      if (!owner) throw new BadRequest('Missing mandatory parameter: node_uuid');
      requireUuids(fields, ['uuid', 'node_uuid', 'portgroup_uuid']);
      if (portgroup_uuid) throw new BadRequest(`Portgroup ${portgroup_uuid} could not be found.`, 'PortgroupNotFound');
      const port = await createPort(request.core, owner, rest as JsonObject, request.minor);
      return { status: 201, body: portView(port, request), location: `/v1/ports/${port.uuid}` };
    },
  },
  {
    method: 'GET', path: '/v1/ports/:port', query: ['fields'],
    handler: async (request) => {
      const fields = versionedFields(request, PORT_SINCE);
      return { status: 200, body: portView(await findPort(request.core, request.params.port as string, request.minor), request, fields) };
    },
  },
  {
    method: 'PATCH', path: '/v1/ports/:port',
    handler: async (request) => {
      const port = await updatePort(request.core, request.params.port as string, patchOf(request, PORT_SINCE), request.minor);
      return { status: 200, body: portView(port, request) };
    },
  },
  {
    method: 'DELETE', path: '/v1/ports/:port',
    handler: async (request) => {
      await deletePort(request.core, request.params.port as string, request.minor);
      return { status: 204 };
    },
  },
];
