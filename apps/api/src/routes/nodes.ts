import { createNode, deleteNode, updateNode } from '@ingot/core';
import { BadRequest, isProvisionState, isUuid, type JsonObject, nodeNotFound, NotAcceptable, type PatchOperation } from '@ingot/domain';
import type { NodeFilters } from '@ingot/store';
import { z } from 'zod';
import { parseBody, queryBoolean } from '../body.ts';
import { fieldsOf, nextLink, PAGE_ARGUMENTS, pageOf } from '../listing.ts';
import { requireMinor } from '../negotiate.ts';
import { NODE_BRIEF, NODE_FIELDS, NODE_SINCE, NODE_SORTABLE, nodeView } from '../resources/node-view.ts';
import type { ApiRequest, Route } from '../route.ts';

const object = z.record(z.string(), z.json()).nullable().optional();
const text = (max = 255) => z.string().max(max).nullable().optional();
const bool = z.boolean().nullable().optional();
const uuid = z.string().refine(isUuid, 'Expected a UUID').nullable().optional();
const interfaces = Object.fromEntries(
  ['bios', 'boot', 'console', 'deploy', 'firmware', 'inspect', 'management', 'network', 'power', 'raid', 'rescue', 'storage', 'vendor'].map((kind) => [`${kind}_interface`, text()]),
);
const NEW_NODE = z.strictObject({
  driver: z.string().min(1).max(255), uuid, name: text(), driver_info: object, extra: object, properties: object, instance_info: object, network_data: object,
  instance_uuid: uuid, chassis_uuid: uuid, parent_node: text(36), maintenance: bool, console_enabled: bool, automated_clean: bool, retired: bool,
  disable_power_off: bool, secure_boot: bool, boot_mode: text(), resource_class: text(80), conductor_group: text(), owner: text(), lessee: text(),
  description: text(4096), shard: text(), retired_reason: text(), instance_name: text(), ...interfaces,
});
const PATCH = z.array(z.strictObject({ op: z.enum(['add', 'replace', 'remove']), path: z.string().regex(/^(\/[\w~-]+)+$/), value: z.json().optional() }));

/** filter → the microversion it needs (reference: api.json, GET /v1/nodes) */
const FILTERS: { [name: string]: number } = {
  chassis_uuid: 1, instance_uuid: 1, associated: 1, maintenance: 1, retired: 1, provision_state: 9, driver: 16, resource_class: 21, fault: 42,
  conductor_group: 46, conductor: 49, owner: 50, description_contains: 51, lessee: 65, shard: 82, parent_node: 83, instance_name: 104,
};
const BOOLEAN_FILTERS = ['associated', 'maintenance', 'retired'];
const FAULTS = ['power failure', 'clean failure', 'rescue abort failure', 'service failure'];

async function filtersOf(request: ApiRequest): Promise<NodeFilters> {
  const filters: { [name: string]: unknown } = {};
  for (const [name, value] of Object.entries(request.query)) {
    const since = FILTERS[name];
    if (since === undefined) continue;
    if (name !== 'retired' && name !== 'description_contains') requireMinor(request.minor, since);
    if (name.endsWith('_uuid') && !isUuid(value)) throw new BadRequest(`Expected UUID for ${name}: ${value}.`);
    filters[name] = BOOLEAN_FILTERS.includes(name) ? queryBoolean(name, value) : value;
  }
  const state = filters.provision_state as string | undefined;
  if (state !== undefined && !isProvisionState(state) && state !== 'deleted' && state !== 'deploy complete') {
    throw new BadRequest(`Provision state "${state}" is not valid.`);
  }
  if (filters.fault !== undefined && !FAULTS.includes(String(filters.fault))) throw new BadRequest(`Unrecognized fault "${String(filters.fault)}" is specified, allowed faults are ${FAULTS.join(', ')}.`);
  if (typeof filters.conductor_group === 'string') filters.conductor_group = filters.conductor_group.toLowerCase();
  if (typeof filters.parent_node === 'string' && !isUuid(filters.parent_node)) {
    filters.parent_node = (await request.core.store.nodes.get(filters.parent_node))?.uuid ?? '00000000-0000-0000-0000-000000000000';
  }
  return filters as NodeFilters;
}

function fieldsFor(request: ApiRequest): string[] | undefined {
  const fields = fieldsOf(request, NODE_FIELDS);
  if (fields === undefined) return undefined;
  requireMinor(request.minor, 8);
  if (fields.some((field) => (NODE_SINCE[field] ?? 1) > request.minor)) throw new NotAcceptable();
  return fields;
}

/** 1 Postgres round trip (2 when a marker is given: an unknown one is a 404). */
async function list(request: ApiRequest, detailed: boolean) {
  const { core, minor } = request;
  const wantsDetail = queryBoolean('detail', request.query.detail);
  if (wantsDetail && minor < 43) throw new BadRequest('Invalid query parameter detail');
  const fields = fieldsFor(request);
  const detail = detailed || wantsDetail === true;
  if (detail && fields) throw new BadRequest("Can't fetch a subset of fields with 'detail' set");
  const page = pageOf(request, NODE_SORTABLE);
  if (page.sortKey !== 'id' && (NODE_SINCE[page.sortKey ?? ''] ?? 1) > minor) throw new NotAcceptable();
  if (page.marker !== undefined && !(await core.store.nodes.get(page.marker))) throw nodeNotFound(page.marker);
  const [filters] = await Promise.all([filtersOf(request), core.directory.fresh()]);
  let nodes = await core.store.nodes.list(filters, page);
  if (request.query.conductor !== undefined) nodes = nodes.filter((node) => core.directory.hostFor(node) === request.query.conductor);
  const shown = fields ?? (detail ? undefined : NODE_BRIEF);
  return { status: 200, body: { nodes: nodes.map((node) => nodeView(node, request, shown)), ...nextLink(request, detailed ? '/v1/nodes/detail' : '/v1/nodes', page, nodes) } };
}

const LIST_QUERY = [...PAGE_ARGUMENTS, ...Object.keys(FILTERS), 'fields', 'detail'];

export const routes: Route[] = [
  { method: 'GET', path: '/v1/nodes', query: LIST_QUERY, handler: (request) => list(request, false) },
  { method: 'GET', path: '/v1/nodes/detail', query: LIST_QUERY, handler: (request) => list(request, true) },
  {
    method: 'POST', path: '/v1/nodes',
    handler: async (request) => {
      const fields = parseBody(NEW_NODE, request.body) as JsonObject;
      if (Object.keys(fields).some((field) => (NODE_SINCE[field] ?? 1) > request.minor)) throw new NotAcceptable();
      const node = await createNode(request.core, fields, request.minor);
      return { status: 201, body: nodeView(node, request), location: `/v1/nodes/${node.uuid}` };
    },
  },
  {
    method: 'GET', path: '/v1/nodes/:node_ident', query: ['fields'],
    handler: async (request) => {
      const fields = fieldsFor(request);
      const ident = request.params.node_ident as string;
      const [node] = await Promise.all([request.minor < 5 && !isUuid(ident) ? undefined : request.core.store.nodes.get(ident), request.core.directory.fresh()]);
      if (!node) throw nodeNotFound(ident);
      return { status: 200, body: nodeView(node, request, fields) };
    },
  },
  {
    method: 'PATCH', path: '/v1/nodes/:node_ident', query: ['reset_interfaces'],
    handler: async (request) => {
      const operations = parseBody(PATCH, request.body);
      for (const { op, path, value } of operations) {
        if (op !== 'remove' && value === undefined) throw new BadRequest(`'value' is required to ${op} ${path}.`);
        if ((NODE_SINCE[path.split('/')[1] ?? ''] ?? 1) > request.minor) throw new NotAcceptable();
      }
      const resetInterfaces = queryBoolean('reset_interfaces', request.query.reset_interfaces) ?? false;
      const node = await updateNode(request.core, { ident: request.params.node_ident as string, operations: operations as PatchOperation[], resetInterfaces, minor: request.minor });
      return { status: 200, body: nodeView(node, request) };
    },
  },
  {
    method: 'DELETE', path: '/v1/nodes/:node_ident',
    handler: async (request) => {
      await deleteNode(request.core, request.params.node_ident as string);
      return { status: 204 };
    },
  },
];
