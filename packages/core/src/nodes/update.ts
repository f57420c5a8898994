import {
  applyPatch, BadRequest, Conflict, INTERFACE_KINDS, type Json, type JsonObject, type NodePatch, type NodeRecord, NotAcceptable, PatchFailure,
  type PatchOperation, segments, stateOf,
} from '@ingot/domain';
import type { Core } from '../context.ts';
import { changeNode } from './change.ts';
import { offerFor, resolveInterfaces } from './interfaces.ts';
import { resolveReferences } from './references.ts';
import { checkName, checkValues } from './values.ts';

const INTERFACE_FIELDS = INTERFACE_KINDS.map((kind) => `${kind}_interface` as const);
/** Fields that PATCH may name, and what `remove` puts there. */
const REMOVED: { [field: string]: Json } = {
  automated_clean: null, chassis_uuid: null, conductor_group: '', description: null, disable_power_off: false, driver_info: {}, extra: {},
  instance_info: {}, instance_name: null, instance_uuid: null, lessee: null, maintenance: false, name: null, network_data: {}, owner: null,
  parent_node: null, properties: {}, protected: false, protected_reason: null, resource_class: null, retired: false, retired_reason: null, shard: null,
  ...Object.fromEntries(INTERFACE_FIELDS.map((field) => [field, null])),
};
export const PATCHABLE = [...Object.keys(REMOVED), 'driver'].sort();
/** States in which interfaces and the resource class may change. */
const CONFIGURABLE = ['enroll', 'inspecting', 'inspect wait', 'manageable', 'available'];

export interface NodeUpdate {
  ident: string;
  operations: PatchOperation[];
  resetInterfaces: boolean;
  minor: number;
}

/** `PATCH /v1/nodes/{node}` by the rules of api.md §4. Only what changed is written. */
export async function updateNode(core: Core, update: NodeUpdate): Promise<NodeRecord> {
  const { operations, minor } = update;
  for (const { path } of operations) {
    const field = segments(path)[0] ?? '';
    if (!PATCHABLE.includes(field)) throw new BadRequest(`Cannot patch ${path}. Only the following can be updated: ${PATCHABLE.join(', ')}`);
  }
  if (minor < 25 && operations.some(({ op, path, value }) => path === '/chassis_uuid' && (op === 'remove' || value === null))) throw new NotAcceptable();
  if (update.resetInterfaces && !operations.some(({ path }) => path === '/driver')) {
    throw new BadRequest('The reset_interfaces parameter can only be used when changing the node\'s driver.');
  }
  return changeNode(core, update.ident, async (node) => {
    if (operations.length === 0) return undefined;
    checkState(node, operations, minor);
    const wanted = patched(node, operations);
    checkValues(wanted);
    if (wanted.name !== node.name) checkName(wanted.name, minor, `Cannot change name of node ${node.uuid} to invalid name`);
    const changed = Object.fromEntries(Object.entries(wanted).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(node[key as keyof NodeRecord])));
    const patch: NodePatch = { ...changed, ...(await resolveReferences(core, changed)) };
    if (patch.parent_node === node.uuid) throw new BadRequest(`Node ${node.uuid} can not be its own parent.`);
    await checkInterfaces(core, node, wanted, patch, update);
    checkRules(node, wanted, patch);
    return Object.keys(patch).length ? patch : undefined;
  });
}

function checkState(node: NodeRecord, operations: PatchOperation[], minor: number): void {
  const onlyRemovesInstance = operations.every(({ op, path }) => op === 'remove' && path === '/instance_uuid');
  if (node.maintenance && onlyRemovesInstance) return;
  const moving = node.target_provision_state !== null && !stateOf(node.provision_state)?.patchAllowed;
  if (moving || (node.provision_state === 'inspecting' && minor >= 39)) {
    throw new Conflict(`Node ${node.uuid} can not be updated while a state transition is in progress.`);
  }
}

/** The patchable part of the node after the operations; secrets are the real ones, not their masks. */
function patched(node: NodeRecord, operations: PatchOperation[]): JsonObject {
  const document = Object.fromEntries(PATCHABLE.map((field) => [field, node[field as keyof NodeRecord] as Json]));
  const toDefaults = operations.map((operation): PatchOperation => {
    const [field, ...rest] = segments(operation.path);
    if (operation.op !== 'remove' || rest.length || field === undefined) return operation;
    if (field === 'driver') throw new BadRequest("Schema error for patch: 'driver' is a required property");
    return { op: 'replace', path: operation.path, value: REMOVED[field] as Json };
  });
  try {
    return applyPatch(document, toDefaults);
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error;
    throw new BadRequest(`Couldn't apply patch '${JSON.stringify(operations.map(({ op, path }) => ({ op, path })))}'. Reason: ${error.message}`, 'PatchError');
  }
}

/** Interfaces, driver, group: what is left null gets its default; what changes must be enabled, and allowed in this state. */
async function checkInterfaces(core: Core, node: NodeRecord, wanted: JsonObject, patch: NodePatch, update: NodeUpdate): Promise<void> {
  const fields = [...INTERFACE_FIELDS, 'driver', 'conductor_group'] as const;
  if (!fields.some((field) => field in patch)) return;
  if ('driver' in patch && node.console_enabled) throw new Conflict(`Cannot change driver of node ${node.uuid} while its console is enabled.`);
  const named = new Set(update.operations.map(({ path }) => segments(path)[0]));
  const given: { [field: string]: unknown } = { ...wanted };
  if (update.resetInterfaces) for (const field of INTERFACE_FIELDS) if (!named.has(field)) given[field] = null;
  const offer = await offerFor(core, String(wanted.driver), String(wanted.conductor_group));
  const resolved = resolveInterfaces(String(wanted.driver), offer, given);
  for (const field of INTERFACE_FIELDS) {
    delete patch[field];
    if (resolved[field] === node[field]) continue;
    if (!node.maintenance && !CONFIGURABLE.includes(node.provision_state)) {
      throw new Conflict(`Node ${node.uuid} can not have ${field} updated unless it is in one of the following states: ${CONFIGURABLE.join(', ')}, or in maintenance mode.`);
    }
    patch[field] = resolved[field] ?? null;
  }
}

/** Rules between fields (reference: api.md §4, update rules). */
function checkRules(node: NodeRecord, wanted: JsonObject, patch: NodePatch): void {
  if ('resource_class' in patch && node.resource_class !== null && !CONFIGURABLE.includes(node.provision_state)) {
    throw new Conflict(`Node ${node.uuid} can not have resource_class updated unless it is in one of the following states: ${CONFIGURABLE.join(', ')}.`);
  }
  if ('instance_uuid' in patch && patch.instance_uuid !== null && node.instance_uuid !== null) {
    throw new Conflict(`Node ${node.uuid} is associated with instance ${node.instance_uuid}.`, 'NodeAssociated');
  }
  if (patch.maintenance === false) Object.assign(patch, { maintenance_reason: null, fault: null });
  if (patch.protected === true && !['active', 'rescue'].includes(node.provision_state)) {
    throw new Conflict(`Node ${node.uuid} can only be made protected in provision states 'active' or 'rescue', the current state is '${node.provision_state}'`);
  }
  if (patch.retired === true && node.provision_state === 'available') throw new Conflict(`Node ${node.uuid} can not be retired while it is available; move it to manageable first.`);
  for (const flag of ['protected', 'retired'] as const) {
    if (wanted[`${flag}_reason`] === null || wanted[flag] === true) continue;
    if (patch[flag] === false) patch[`${flag}_reason`] = null;
    else throw new BadRequest(`The ${flag}_reason field can only be set when ${flag} is True`);
  }
  const shown = (wanted.instance_info as JsonObject).display_name;
  if ('instance_info' in patch && typeof shown === 'string' && !wanted.instance_name) patch.instance_name = shown;
}
