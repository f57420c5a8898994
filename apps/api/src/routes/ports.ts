import { randomUUID } from 'node:crypto';
import { applyPatch, BadRequest, isUuid, type Json, type JsonObject, nodeNotFound, normalMac, NotAcceptable, NotFound, PatchFailure, type PatchOperation, type PortRecord } from '@ingot/domain';
import { z } from 'zod';
import { parseBody, queryBoolean } from '../body.ts';
import { fieldsOf, links, nextLink, PAGE_ARGUMENTS, pageOf } from '../listing.ts';
import type { ApiRequest, Route } from '../route.ts';

/** Port fields on the wire and the microversion since which they are there. */
const SINCE: { [field: string]: number } = {
  uuid: 1, address: 1, node_uuid: 1, extra: 1, created_at: 1, updated_at: 1, links: 1, internal_info: 18, local_link_connection: 19,
  pxe_enabled: 19, portgroup_uuid: 24, physical_network: 34, is_smartnic: 53, name: 88, description: 97, vendor: 100, category: 101,
};
const FIELDS = Object.keys(SINCE);
const BRIEF = ['uuid', 'address', 'links'];
const PATCHABLE = ['address', 'node_uuid', 'extra', 'local_link_connection', 'pxe_enabled', 'physical_network', 'is_smartnic', 'name', 'description', 'vendor', 'category'];
const object = z.record(z.string(), z.json()).nullable().optional();
const text = z.string().max(255).nullable().optional();
const bool = z.boolean().nullable().optional();
const NEW_PORT = z.strictObject({
  address: z.string(), uuid: z.string().refine(isUuid, 'Expected a UUID').nullable().optional(), node_uuid: text, node_ident: text, extra: object,
  local_link_connection: object, pxe_enabled: bool, physical_network: z.string().max(64).nullable().optional(), is_smartnic: bool, portgroup_uuid: z.null().optional(),
  name: text, description: text, vendor: text, category: text,
});
const PATCH = z.array(z.strictObject({ op: z.enum(['add', 'replace', 'remove']), path: z.string().regex(/^(\/[\w~-]+)+$/), value: z.json().optional() }));

function view(port: PortRecord, request: ApiRequest, fields: readonly string[] = FIELDS): JsonObject {
  const shown: { [field: string]: unknown } = {};
  for (const field of new Set([...fields, 'links'])) {
    if ((SINCE[field] ?? Number.POSITIVE_INFINITY) > request.minor) continue;
    shown[field] = field === 'links' ? links(request.baseUrl, `ports/${port.uuid}`) : (port[field as keyof PortRecord] ?? null);
  }
  return shown as JsonObject;
}
function mac(value: unknown): string {
  const address = typeof value === 'string' ? normalMac(value) : undefined;
  if (!address) throw new BadRequest(`Expected a MAC address but received ${String(value)}.`, 'InvalidMAC');
  return address;
}
async function find(request: ApiRequest): Promise<PortRecord> {
  const ident = request.params.port as string;
  if (normalMac(ident)) throw new BadRequest(`Expected UUID or name but received ${ident}.`);
  const port = isUuid(ident) ? await request.core.store.ports.get(ident) : request.minor >= 88 ? await request.core.store.ports.byName(ident) : undefined;
  if (!port) throw new NotFound(`Port ${ident} could not be found.`, 'PortNotFound');
  return port;
}
async function nodeUuid(request: ApiRequest, ident: string): Promise<string> {
  const node = await request.core.store.nodes.get(ident);
  if (!node) throw nodeNotFound(ident);
  return node.uuid;
}
async function list(request: ApiRequest, path: string, detailed: boolean, node?: string) {
  const fields = fieldsOf(request, FIELDS);
  const detail = detailed || queryBoolean('detail', request.query.detail) === true;
  const page = pageOf(request, ['uuid', 'address', 'created_at', 'updated_at', 'name']);
  const { address, node: ident = node ?? request.query.node_uuid } = request.query;
  const filters = {
    ...(address === undefined ? {} : { address: mac(address) }),
    ...(ident === undefined ? {} : { node_uuid: await nodeUuid(request, ident) }),
  };
  const ports = await request.core.store.ports.list(filters, page);
  return { status: 200, body: { ports: ports.map((port) => view(port, request, fields ?? (detail ? undefined : BRIEF))), ...nextLink(request, path, page, ports) } };
}
const QUERY = [...PAGE_ARGUMENTS, 'address', 'node', 'node_uuid', 'fields', 'detail'];

export const routes: Route[] = [
  { method: 'GET', path: '/v1/ports', query: QUERY, handler: (request) => list(request, '/v1/ports', false) },
  { method: 'GET', path: '/v1/ports/detail', query: QUERY, handler: (request) => list(request, '/v1/ports/detail', true) },
  { method: 'GET', path: '/v1/nodes/:node_ident/ports', query: QUERY, handler: (request) => list(request, `/v1/nodes/${request.params.node_ident}/ports`, false, request.params.node_ident) },
  { method: 'GET', path: '/v1/nodes/:node_ident/ports/detail', query: QUERY, handler: (request) => list(request, `/v1/nodes/${request.params.node_ident}/ports/detail`, true, request.params.node_ident) },
  {
    method: 'POST', path: '/v1/ports',
    handler: async (request) => {
      const fields = parseBody(NEW_PORT, request.body);
      if (Object.keys(fields).some((field) => (field === 'node_ident' ? 94 : (SINCE[field] ?? 1)) > request.minor)) throw new NotAcceptable();
      const { node_ident, node_uuid, uuid, portgroup_uuid: _none, ...rest } = fields;
      const ident = node_uuid ?? node_ident;
      if (!ident || (node_uuid && node_ident)) throw new BadRequest('Exactly one of node_uuid and node_ident is required.');
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
      const owner = await request.core.store.nodes.get(ident);
      if (!owner) throw new BadRequest(`Node ${ident} could not be found.`, 'NodeNotFound');
      const port = await request.core.store.ports.create({ ...(given as Partial<PortRecord>), uuid: uuid ?? randomUUID(), address: mac(fields.address), node_uuid: owner.uuid });
      return { status: 201, body: view(port, request), location: `/v1/ports/${port.uuid}` };
    },
  },
  {
    method: 'GET', path: '/v1/ports/:port', query: ['fields'],
    handler: async (request) => ({ status: 200, body: view(await find(request), request, fieldsOf(request, FIELDS)) }),
  },
  {
    method: 'PATCH', path: '/v1/ports/:port',
    handler: async (request) => {
      const operations = parseBody(PATCH, request.body) as PatchOperation[];
      const port = await find(request);
      for (const { path } of operations) {
        const field = path.split('/')[1] ?? '';
        if (!PATCHABLE.includes(field)) throw new BadRequest(`Cannot patch ${path}. Only the following can be updated: ${PATCHABLE.map((name) => `/${name}`).join(', ')}`);
        if ((SINCE[field] ?? 1) > request.minor) throw new NotAcceptable();
      }
      const updated = await request.core.store.ports.update(port.uuid, await patched(request, port, operations));
      if (!updated) throw new NotFound(`Port ${port.uuid} could not be found.`, 'PortNotFound');
      return { status: 200, body: view(updated, request) };
    },
  },
  {
    method: 'DELETE', path: '/v1/ports/:port',
    handler: async (request) => {
      const uuid = request.params.port as string;
      if (!isUuid(uuid)) throw new BadRequest(`Expected a UUID but received ${uuid}.`, 'InvalidUUID');
      if (!(await request.core.store.ports.delete(uuid))) throw new NotFound(`Port ${uuid} could not be found.`, 'PortNotFound');
      return { status: 204 };
    },
  },
];

async function patched(request: ApiRequest, port: PortRecord, operations: PatchOperation[]): Promise<Partial<PortRecord>> {
  const document = Object.fromEntries(PATCHABLE.map((field) => [field, port[field as keyof PortRecord] as Json]));
  const DEFAULTS: { [field: string]: Json } = { extra: {}, local_link_connection: {}, pxe_enabled: true, is_smartnic: false };
  try {
    const result = applyPatch(document, operations.map((operation): PatchOperation => {
      const field = operation.path.slice(1);
      return operation.op === 'remove' && PATCHABLE.includes(field) ? { op: 'replace', path: operation.path, value: DEFAULTS[field] ?? null } : operation;
    }));
    result.address = mac(result.address);
    if (result.node_uuid !== port.node_uuid) result.node_uuid = await nodeUuid(request, String(result.node_uuid));
    parseBody(NEW_PORT.partial(), Object.fromEntries(Object.entries(result).filter(([field]) => field !== 'node_uuid')));
    return result as Partial<PortRecord>;
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error;
    throw new BadRequest(`Couldn't apply patch. Reason: ${error.message}`, 'PatchError');
  }
}
