import { BadRequest } from './errors.ts';
import type { Json, JsonObject } from './types.ts';

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  path: string;
  value?: Json;
}
/** Why a patch cannot be applied, in words for the client. */
export class PatchFailure extends BadRequest {
  constructor(reason: string) {
    super(reason, 'PatchError');
  }
}
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** @throws PatchFailure for a segment that would reach a prototype, and for a path without segments */
export function segments(path: string): string[] {
  const parts = path.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (parts.length === 0 || parts.some((part) => FORBIDDEN.has(part))) throw new PatchFailure(`'${path}' is not a path that can be patched`);
  return parts;
}

/**
 * Applies add, replace and remove in order, all or nothing, on a copy (reference: api.md, JSON patch).
 * @throws PatchFailure naming the first operation that cannot be done
 */
export function applyPatch(document: JsonObject, operations: PatchOperation[]): JsonObject {
  const result = structuredClone(document);
  // Copied too: a later operation may write into an earlier one's value.
  for (const operation of structuredClone(operations)) {
    const parts = segments(operation.path);
    const last = parts.pop() as string;
    let parent: Json = result;
    for (const part of parts) {
      parent = (Array.isArray(parent) ? parent[indexOf(part, parent.length - 1)] : isObject(parent) && Object.hasOwn(parent, part) ? parent[part] : undefined) as Json;
      if (parent === undefined || parent === null || typeof parent !== 'object') throw new PatchFailure(`can't ${operation.op} below a non-existent object '${part}'`);
    }
    if (Array.isArray(parent)) applyToArray(parent, last, operation);
    else applyToObject(parent as JsonObject, last, operation);
  }
  return result;
}

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function indexOf(text: string, highest: number): number {
  const index = /^(0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN;
  if (!(index <= highest)) throw new PatchFailure(`can't use '${text}' as an index here`);
  return index;
}
function applyToArray(array: Json[], last: string, { op, value }: PatchOperation): void {
  if (op === 'add') {
    array.splice(last === '-' ? array.length : indexOf(last, array.length), 0, value as Json);
    return;
  }
  const index = indexOf(last, array.length - 1);
  if (op === 'remove') array.splice(index, 1);
  else array[index] = value as Json;
}
function applyToObject(object: JsonObject, last: string, { op, value }: PatchOperation): void {
  if (op !== 'add' && !Object.hasOwn(object, last)) throw new PatchFailure(`can't ${op} a non-existent object '${last}'`);
  if (op === 'remove') delete object[last];
  else object[last] = value as Json;
}
