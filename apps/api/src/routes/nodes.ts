import { createNode, deleteNode, updateNode } from '@ingot/core';
import { INTERFACE_KINDS, type JsonObject, nodeNotFound } from '@ingot/domain';
import { z } from 'zod';
import { DETAIL, FIELDS, flag, PAGE } from '../arguments.ts';
import { mayChange, newOwner } from '../auth/nodes.ts';
import { looseBoolean } from '../body.ts';
import { nodeIdent, readNode, requireUuids } from '../ident.ts';
import { nextLink, shownFields, uuidPageOf, versionedFields } from '../listing.ts';
import { NODE_FILTERS, nodeFilters } from '../node-filters.ts';
import { PATCH, patchOf } from '../patch.ts';
import { NODE_BRIEF, NODE_SHAPE, NODE_SINCE, NODE_SORTABLE, nodeView } from '../resources/node-view.ts';
import { columnsFor, viewer } from '../resources/view.ts';
import { type ApiRequest, type Reply, route } from '../route.ts';

const object = z.record(z.string(), z.json()).nullable().optional();
const text = (max = 255, min = 0) => z.string().min(min).max(max).nullable().optional();
const bool = looseBoolean.nullable().optional();
const interfaces = Object.fromEntries(INTERFACE_KINDS.map((kind) => [`${kind}_interface`, text()]));
const NEW_NODE = z.strictObject({
  driver: z.string().min(1).max(255), uuid: text(), name: text(), driver_info: object, extra: object, properties: object, instance_info: object, network_data: object,
  instance_uuid: text(), chassis_uuid: text(), parent_node: text(36), maintenance: bool, console_enabled: bool, automated_clean: bool, retired: bool,
  disable_power_off: bool, secure_boot: bool, boot_mode: text(), resource_class: text(80), conductor_group: text(), owner: text(), lessee: text(),
  description: text(4096), shard: text(), retired_reason: text(), instance_name: text(255, 1), ...interfaces,
});
const DETAIL_QUERY = { ...PAGE, ...NODE_FILTERS };
const LIST_QUERY = { ...DETAIL_QUERY, ...FIELDS, ...DETAIL };
type ListRequest = Parameters<typeof shownFields>[0] & Parameters<typeof uuidPageOf>[0] & Parameters<typeof nodeFilters>[0];

/** 1 Postgres round trip; another only to tell an unknown marker (404) from the end of the list. */
async function list(request: ListRequest, detailed: boolean): Promise<Reply> {
  const { core } = request;
  const fields = shownFields(request, NODE_SINCE, NODE_BRIEF, detailed);
  const page = uuidPageOf(request, NODE_SORTABLE, NODE_SINCE);
  const [filters] = await Promise.all([nodeFilters(request), core.directory.fresh()]);
  const read = await core.store.nodes.list(filters, page, columnsFor(NODE_SHAPE, request, request.query.conductor === undefined ? fields : undefined));
  if (read.length === 0 && page.marker !== undefined && !(await core.store.nodes.get(page.marker))) throw nodeNotFound(page.marker);
  const { conductor } = request.query;
  const nodes = conductor === undefined ? read : read.filter((node) => core.directory.hostFor(node) === conductor);
  const path = detailed ? '/v1/nodes/detail' : '/v1/nodes';
  const next = filters.instance_uuid === undefined ? nextLink(request, path, page, read, fields) : {};
  return { body: { nodes: nodes.map(viewer(NODE_SHAPE, request, fields)), ...next } };
}

export const routes = [
  route({ method: 'GET', path: '/v1/nodes', summary: 'List nodes', policy: 'node:list', query: LIST_QUERY, success: 200, handler: (request) => list(request, false) }),
  route({ method: 'GET', path: '/v1/nodes/detail', summary: 'List nodes with all fields', policy: 'node:list', query: DETAIL_QUERY, success: 200, handler: (request) => list(request, true) }),
  route({
    method: 'POST', path: '/v1/nodes', summary: 'Enrol a node', policy: 'authenticated', body: NEW_NODE, bodySince: NODE_SINCE, success: 201,
    handler: async (request) => {
      const fields = newOwner(request.identity, request.body as JsonObject);
      requireUuids(fields, ['uuid', 'instance_uuid', 'chassis_uuid']);
      const node = await createNode(request.core, fields, request.minor);
      return { body: nodeView(node, request), location: `/v1/nodes/${node.uuid}` };
    },
  }),
  route({
    method: 'GET', path: '/v1/nodes/:node_ident', summary: 'Show a node', policy: 'node:get', query: FIELDS, success: 200,
    handler: async (request) => {
      const fields = versionedFields(request, NODE_SINCE);
      const [node] = await Promise.all([readNode(request), request.core.directory.fresh()]);
      return { body: nodeView(node, request, fields) };
    },
  }),
  route({
    method: 'PATCH', path: '/v1/nodes/:node_ident', summary: 'Change fields of a node', policy: 'node:get',
    query: { reset_interfaces: flag({ since: 45, unnamed: true }) }, body: PATCH, success: 200,
    handler: async (request) => {
      const { core, minor, query } = request;
      const operations = patchOf(request, NODE_SINCE);
      await mayChange(request, operations);
      const [node] = await Promise.all([
        updateNode(core, { ident: nodeIdent(request), operations, resetInterfaces: query.reset_interfaces ?? false, minor }),
        core.directory.fresh(),
      ]);
      return { body: nodeView(node, request) };
    },
  }),
  route({
    method: 'DELETE', path: '/v1/nodes/:node_ident', summary: 'Delete a node', policy: 'node:delete', success: 204,
    handler: async (request) => {
      await deleteNode(request.core, nodeIdent(request));
      return {};
    },
  }),
];
