import type { Json, JsonObject } from '@ingot/domain';

const MASK = '******';
const SECRET = /pass(word|phrase|wd)?|pswd|token|secret|(private|encrypted|snmp_auth|snmp_priv|ssl)_?key/i;

/** A copy with the values of secret-looking keys masked, at any depth. @param extra keys masked besides */
export function masked(value: JsonObject, extra: readonly string[] = []): JsonObject {
  const walk = (node: Json, key: string): Json => {
    if (node !== null && node !== '' && (extra.includes(key) || (SECRET.test(key) && typeof node !== 'boolean' && !/timeout|verify/.test(key)))) return MASK;
    if (Array.isArray(node)) return node.map((item) => walk(item, ''));
    if (node !== null && typeof node === 'object') return Object.fromEntries(Object.entries(node).map(([name, item]) => [name, walk(item, name)]));
    return node;
  };
  return walk(value, '') as JsonObject;
}
