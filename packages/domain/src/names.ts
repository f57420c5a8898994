/** What may be called what (reference: api.md, Names). Each rule answers yes or no; the caller knows the error's words. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const BARE_UUID = /^[0-9a-f]{32}$/i;
const LOGICAL = /^[A-Za-z0-9._~-]{1,255}$/;
// Only the first label is strict; `_` occurs in domain names in the field. `isLogicalName` has bounded the length before.
const HOST_NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/;
const MAC = /^[0-9a-f]{2}([:-])[0-9a-f]{2}(\1[0-9a-f]{2}){4}$/i;
/** Standard traits by os-traits' namespaces: its list grows with every release, its namespaces do not. */
const TRAIT = /^(CUSTOM|COMPUTE|HW|MISC|OWNER|STORAGE)_[A-Z0-9_]+$/;
const CONDUCTOR_GROUP = /^[A-Za-z0-9_.-]*$/;

export const MAX_TRAITS_PER_NODE = 50;
/** They are path segments under /v1/nodes, so a node of that name could not be reached. */
export const RESERVED_NODE_NAMES: readonly string[] = ['maintenance', 'management', 'states', 'vendor_passthru', 'detail', 'validate'];

export const isUuid = (text: string): boolean => UUID.test(text);

/** Names of nodes (1.10+), ports, portgroups and allocations. Never a UUID, so that an ident means one thing only. */
export const isLogicalName = (text: string): boolean => LOGICAL.test(text) && !UUID.test(text) && !BARE_UUID.test(text);

/** A node's name for a client of microversion 1.`minor` (names exist from 1.5; below 1.10 they are host names). */
export function isNodeName(text: string, minor: number): boolean {
  if (RESERVED_NODE_NAMES.includes(text)) return false;
  return isLogicalName(text) && (minor >= 10 || HOST_NAME.test(text));
}

export const isTrait = (text: string): boolean => text.length <= 255 && TRAIT.test(text);

/** @returns the group as stored, or null when it is not one */
export const conductorGroupOf = (text: string): string | null =>
  text.length <= 255 && CONDUCTOR_GROUP.test(text) ? text.toLowerCase() : null;

/** @returns the address as stored (lower case, colons), or null when it is not one */
export const macOf = (text: string): string | null => (MAC.test(text) ? text.toLowerCase().replaceAll('-', ':') : null);
