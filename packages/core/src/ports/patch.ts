import { applyPatch, BadRequest, isUuid, type Json, type JsonObject, PatchFailure, type PatchOperation, type PortRecord, segments } from '@ingot/domain';
import { checkPort, portAddress } from './rules.ts';

/** Fields that PATCH may name, and what `remove` puts there; undefined: the field is required. */
const REMOVED: { [field: string]: Json | undefined } = {
  address: undefined, category: null, description: null, extra: {}, is_smartnic: false, local_link_connection: {}, name: null, node_uuid: undefined,
  physical_network: null, pxe_enabled: true, vendor: null,
};
export const PORT_PATCHABLE = Object.keys(REMOVED);
const OBJECTS = ['extra', 'local_link_connection'];
const BOOLEANS: { [field: string]: boolean } = { is_smartnic: false, pxe_enabled: true };
const LIMITS: { [field: string]: number } = { physical_network: 64, vendor: 32, category: 80 };

function operationsOnFields(operations: PatchOperation[]): PatchOperation[] {
  return operations.map((operation) => {
    const [field = '', ...rest] = segments(operation.path);
    if (!PORT_PATCHABLE.includes(field)) throw new BadRequest(`Cannot patch ${operation.path}. Only the following can be updated: ${PORT_PATCHABLE.join(', ')}`);
    if (operation.op !== 'remove' || rest.length) return operation;
    const value = REMOVED[field];
    if (value === undefined) throw new BadRequest(`Schema error for patch: '${field}' is a required property`);
    return { op: 'replace', path: operation.path, value };
  });
}

function checked(field: string, value: Json): Json {
  const bad = (must: string) => new BadRequest(`Schema error for port: ${field} must be ${must}`);
  if (field === 'address') return portAddress(value);
  if (OBJECTS.includes(field)) {
    if (value === null) return {};
    if (typeof value !== 'object' || Array.isArray(value)) throw bad('an object');
    return value;
  }
  if (field in BOOLEANS) {
    if (value === null) return BOOLEANS[field] as boolean;
    if (/^(true|t|1|yes|y|on)$/i.test(String(value))) return true;
    if (/^(false|f|0|no|n|off)$/i.test(String(value))) return false;
    throw bad('a boolean');
  }
  if (field === 'node_uuid' && !(typeof value === 'string' && isUuid(value))) throw new BadRequest(`Expected UUID for node_uuid: ${String(value)}`);
  const limit = LIMITS[field] ?? 255;
  if (value !== null && (typeof value !== 'string' || value.length > limit)) throw bad(`a string of at most ${limit} characters or null`);
  return value;
}

/** @returns the fields that the operations change, checked. @throws BadRequest */
export function patchedPort(port: PortRecord, operations: PatchOperation[], minor: number): Partial<PortRecord> {
  const document: JsonObject = Object.fromEntries(PORT_PATCHABLE.map((field) => [field, port[field as keyof PortRecord] as Json]));
  let result: JsonObject;
  try {
    result = applyPatch(document, operationsOnFields(operations));
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error;
    throw new BadRequest(`Couldn't apply patch '${JSON.stringify(operations.map(({ op, path }) => ({ op, path })))}'. Reason: ${error.message}`, 'PatchError');
  }
  for (const field of PORT_PATCHABLE) result[field] = checked(field, result[field] as Json);
  const changed = Object.fromEntries(Object.entries(result).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(port[field as keyof PortRecord])));
  // Rules of today are not held against what was written under the rules of another version.
  if (['name', 'local_link_connection', 'is_smartnic'].some((field) => field in changed)) {
    checkPort({ ...result, name: changed.name as Json, local_link_connection: result.local_link_connection as Json }, minor);
  }
  return changed as Partial<PortRecord>;
}
