/** Name rules (reference: api.md, Names). Each says yes or no; the caller words the error. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LOGICAL = /^[A-Za-z0-9._~-]{1,255}$/;
const HOST_LIKE = /^(?=.{1,255}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/;
/** Words that paths below /v1/nodes use. */
export const RESERVED_NODE_NAMES: readonly string[] = ['maintenance', 'management', 'states', 'vendor_passthru', 'detail', 'validate'];
const TRAIT = /^(CUSTOM_[A-Z0-9_]+|[A-Z][A-Z0-9]*_[A-Z0-9_]+)$/;
const MAC = /^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i;

export const isUuid = (text: string) => UUID.test(text);
export const isLogicalName = (text: string) => LOGICAL.test(text) && !isUuid(text);
/** @param minor microversion 1.N: below 1.10 a node's name had to look like a host's */
export const isNodeName = (text: string, minor: number) =>
  !RESERVED_NODE_NAMES.includes(text) && (minor < 10 ? HOST_LIKE.test(text) && !isUuid(text) : isLogicalName(text));
export const isTrait = (text: string) => text.length <= 255 && TRAIT.test(text);
export const isConductorGroup = (text: string) => /^[A-Za-z0-9_.-]{0,255}$/.test(text);
/** @returns lower case with colons, or undefined when it is no MAC address */
export const normalMac = (text: string) => (MAC.test(text) ? text.toLowerCase().replaceAll('-', ':') : undefined);
