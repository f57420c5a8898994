import { createNode, deleteNode, updateNode } from '@ingot/core';
import { INTERFACE_KINDS, type JsonObject, nodeNotFound, NotAcceptable } from '@ingot/domain';
import { z } from 'zod';
import { looseBoolean, parseBody, queryBoolean } from '../body.ts';
import { nodeIdent, readNode, requireUuids } from '../ident.ts';
import { nextLink, PAGE_ARGUMENTS, shownFields, uuidPageOf, versionedFields } from '../listing.ts';
import { NODE_FILTERS, nodeFilters } from '../node-filters.ts';
import { patchOf } from '../patch.ts';
import { NODE_BRIEF, NODE_SINCE, NODE_SORTABLE, nodeView } from '../resources/node-view.ts';
import type { ApiRequest, Route } from '../route.ts';

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
const RESET_INTERFACES_SINCE = 45;

/** 1 Postgres round trip; another only to tell an unknown marker (404) from the end of the list. */
async function list(request: ApiRequest, detailed: boolean) {
  const { core } = request;
  const fields = shownFields(request, NODE_SINCE, NODE_BRIEF, detailed);
  const page = uuidPageOf(request, NODE_SORTABLE, NODE_SINCE);
  const [filters] = await Promise.all([nodeFilters(request), core.directory.fresh()]);
  const read = await core.store.nodes.list(filters, page);
  if (read.length === 0 && page.marker !== undefined && !(await core.store.nodes.get(page.marker))) throw nodeNotFound(page.marker);
  const { conductor } = request.query;
  const nodes = conductor === undefined ? read : read.filter((node) => core.directory.hostFor(node) === conductor);
  const path = detailed ? '/v1/nodes/detail' : '/v1/nodes';
  const next = filters.instance_uuid === undefined ? nextLink(request, path, page, read, fields) : {};
  return { status: 200, body: { nodes: nodes.map((node) => nodeView(node, request, fields)), ...next } };
}

const DETAIL_QUERY = [...PAGE_ARGUMENTS, ...NODE_FILTERS];

export const routes: Route[] = [
  { method: 'GET', path: '/v1/nodes', query: [...DETAIL_QUERY, 'fields', 'detail'], handler: (request) => list(request, false) },
  { method: 'GET', path: '/v1/nodes/detail', query: DETAIL_QUERY, handler: (request) => list(request, true) },
  {
    method: 'POST', path: '/v1/nodes',
    handler: async (request) => {
      const fields = parseBody(NEW_NODE, request.body) as JsonObject;
      if (Object.keys(fields).some((field) => (NODE_SINCE[field] ?? 1) > request.minor)) throw new NotAcceptable();
      requireUuids(fields, ['uuid', 'instance_uuid', 'chassis_uuid']);
      const node = await createNode(request.core, fields, request.minor);
      return { status: 201, body: nodeView(node, request), location: `/v1/nodes/${node.uuid}` };
    },
  },
  {
    method: 'GET', path: '/v1/nodes/:node_ident', query: ['fields'],
    handler: async (request) => {
      const fields = versionedFields(request, NODE_SINCE);
      const [node] = await Promise.all([readNode(request), request.core.directory.fresh()]);
      return { status: 200, body: nodeView(node, request, fields) };
    },
  },
  {
    method: 'PATCH', path: '/v1/nodes/:node_ident', query: ['reset_interfaces'],
    handler: async (request) => {
      const { core, minor } = request;
      const operations = patchOf(request, NODE_SINCE);
      const resetInterfaces = queryBoolean('reset_interfaces', request.query.reset_interfaces);
      if (resetInterfaces !== undefined && minor < RESET_INTERFACES_SINCE) throw new NotAcceptable();
      const [node] = await Promise.all([
        updateNode(core, { ident: nodeIdent(request), operations, resetInterfaces: resetInterfaces ?? false, minor }),
        core.directory.fresh(),
      ]);
      return { status: 200, body: nodeView(node, request) };
    },
  },
  {
    method: 'DELETE', path: '/v1/nodes/:node_ident',
    handler: async (request) => {
      await deleteNode(request.core, nodeIdent(request));
      return { status: 204 };
    },
  },
];
