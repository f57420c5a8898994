import { BadRequest, isConductorGroup, isNodeName, isUuid, type Json, type JsonObject, NotAcceptable, RESERVED_NODE_NAMES } from '@ingot/domain';
import { checkNetworkData } from './network-data.ts';

const OBJECTS = ['driver_info', 'extra', 'instance_info', 'network_data', 'properties'];
const BOOLEANS = ['disable_power_off', 'maintenance', 'protected', 'retired'];
const UUIDS = ['chassis_uuid', 'instance_uuid'];
const LIMITS: { readonly [field: string]: number } = { description: 4096, resource_class: 80, parent_node: 255 };

/** @param refusal what the error starts with. @throws BadRequest, NotAcceptable (no names below 1.5) */
export function checkName(name: unknown, minor: number, refusal: string): void {
  if (name === null || name === undefined) return;
  if (minor < 5) throw new NotAcceptable();
  if (typeof name === 'string' && isNodeName(name, minor)) return;
  if (RESERVED_NODE_NAMES.includes(String(name))) {
    throw new BadRequest(`The word "${String(name)}" is reserved and can not be used as a node name. Reserved words are: ${RESERVED_NODE_NAMES.join(', ')}.`);
  }
  throw new BadRequest(`${refusal} '${String(name)}'`);
}

/** @returns the group in lower case; none is the default group. @throws BadRequest */
export function conductorGroup(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string' || !isConductorGroup(value)) throw new BadRequest(`Invalid conductor_group '${String(value)}': only letters, digits, "_", "-" and "." are allowed.`);
  return value.toLowerCase();
}

const bad = (field: string, must: string) => new BadRequest(`Schema error for node: ${field} must be ${must}`);

function boolean(field: string, value: Json): boolean {
  if (/^(1|t|true|y|yes|on)$/i.test(String(value))) return true;
  if (/^(0|f|false|n|no|off)$/i.test(String(value))) return false;
  throw bad(field, 'a boolean');
}

/** Checks a patched node field by field and puts each value into its stored form, in place. @throws BadRequest */
export function checkValues(wanted: JsonObject): void {
  for (const [field, value] of Object.entries(wanted)) {
    if (OBJECTS.includes(field)) {
      wanted[field] = value ?? {};
      if (typeof wanted[field] !== 'object' || Array.isArray(wanted[field])) throw bad(field, 'an object');
    } else if (BOOLEANS.includes(field)) wanted[field] = value === null ? false : boolean(field, value);
    else if (value === null) continue;
    else if (field === 'automated_clean') wanted[field] = boolean(field, value);
    else if (UUIDS.includes(field)) {
      if (typeof value !== 'string' || !isUuid(value)) throw new BadRequest(`Expected UUID for ${field}: ${String(value)}`);
    } else if (typeof value !== 'string' || value.length > (LIMITS[field] ?? 255)) {
      throw bad(field, `a string of at most ${LIMITS[field] ?? 255} characters or null`);
    }
  }
  if (wanted.instance_name === '') throw bad('instance_name', 'at least 1 character long');
  checkNetworkData(wanted.network_data as JsonObject);
  wanted.conductor_group = conductorGroup(wanted.conductor_group);
}
