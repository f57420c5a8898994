import { BadRequest } from './errors.ts';
import type { Json, JsonObject } from './types.ts';

/** JSON patch as Ironic takes it (reference: api.md, JSON patch): add, replace and remove only. */
export type PatchOp = { op: 'add' | 'replace'; path: string; value: Json } | { op: 'remove'; path: string };

/** The patch does not fit its document: 400. The text leaves values out, they may be secrets and errors are logged. */
export class PatchFailure extends BadRequest {
  readonly reason: string;
  constructor(reason: string, op?: { op: string; path: string }) {
    super(op ? `Couldn't apply patch '${op.op} ${op.path}'. Reason: ${reason}` : reason, 'PatchError');
    this.reason = reason;
  }
}

const PATH = /^(\/[\p{L}\p{N}_-]+)+$/u;
const ESCAPED_PATH = /^(\/([\p{L}\p{N}_-]|~[01])+)+$/u;
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);

/** The segments of a JSON pointer: `/a~1b/c` → `a/b`, `c`. */
export const segmentsOf = (path: string): string[] =>
  path.split('/').slice(1).map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Checks a request body. `~0` and `~1` are part of paths from 1.98. @throws PatchFailure */
export function parsePatch(body: unknown, minor: number): PatchOp[] {
  if (!Array.isArray(body)) throw new PatchFailure('A patch must be an array of operations.');
  const pattern = minor >= 98 ? ESCAPED_PATH : PATH;
  return body.map((entry: unknown): PatchOp => {
    if (typeof entry !== 'object' || entry === null) throw new PatchFailure('A patch operation must be an object.');
    const { op, path, value } = entry as { op?: unknown; path?: unknown; value?: Json };
    if (typeof path !== 'string' || !pattern.test(path)) throw new PatchFailure(`Invalid path: ${JSON.stringify(path)}`);
    if (op === 'remove') return { op, path };
    if (op !== 'add' && op !== 'replace') throw new PatchFailure(`Invalid operation: ${JSON.stringify(op)}`);
    if (value === undefined) throw new PatchFailure('Edit and Add operation of the field requires non empty value.', { op, path });
    return { op, path, value };
  });
}

/**
 * Applies the operations in order, all or none.
 * @returns a new document; a removed top-level field is missing from it, for the caller to put its default there
 * @throws PatchFailure
 */
export function applyPatch(doc: JsonObject, ops: readonly PatchOp[]): JsonObject {
  const result = structuredClone(doc);
  for (const op of ops) {
    const segments = segmentsOf(op.path);
    const key = segments.pop();
    const fail = (reason: string): never => {
      throw new PatchFailure(reason, op);
    };
    if (key === undefined) return fail('the whole document cannot be patched');
    const unsafe = [...segments, key].find((segment) => UNSAFE.has(segment));
    if (unsafe !== undefined) return fail(`the name '${unsafe}' is not allowed`);
    // Compared with the document as it was: a field removed by an earlier operation may be set again.
    if (op.op === 'add' && segments.length === 0 && !Object.hasOwn(doc, key)) {
      return fail(`adding a new attribute (${op.path}) to the root of the resource is not allowed`);
    }
    let parent: Json = result;
    for (const segment of segments) parent = childOf(parent, segment) ?? fail(`member '${segment}' not found`);
    if (Array.isArray(parent)) patchArray(parent, key, op, fail);
    else if (typeof parent === 'object' && parent !== null) patchObject(parent, key, op, fail);
    else fail(`'${segments.at(-1)}' is neither an object nor an array`);
  }
  return result;
}

type Fail = (reason: string) => never;

function patchObject(parent: JsonObject, key: string, op: PatchOp, fail: Fail): void {
  if (op.op !== 'add' && !Object.hasOwn(parent, key)) fail(`can't ${op.op} a non-existent object '${key}'`);
  if (op.op === 'remove') delete parent[key];
  else parent[key] = structuredClone(op.value);
}

function patchArray(parent: Json[], key: string, op: PatchOp, fail: Fail): void {
  if (op.op === 'add') {
    const at = key === '-' ? parent.length : indexOf(key);
    if (at === undefined) return fail(`'${key}' is not a valid sequence index`);
    if (at > parent.length) return fail("can't insert outside of list");
    parent.splice(at, 0, structuredClone(op.value));
    return;
  }
  const at = indexOf(key);
  if (at === undefined) return fail(`'${key}' is not a valid sequence index`);
  if (at >= parent.length) return fail(`can't ${op.op} a non-existent object '${key}'`);
  if (op.op === 'remove') parent.splice(at, 1);
  else parent[at] = structuredClone(op.value);
}

function childOf(parent: Json, segment: string): Json | undefined {
  if (Array.isArray(parent)) {
    const at = indexOf(segment);
    return at === undefined ? undefined : parent[at];
  }
  if (typeof parent !== 'object' || parent === null) return undefined;
  return Object.hasOwn(parent, segment) ? parent[segment] : undefined;
}

const indexOf = (segment: string): number | undefined => (/^(0|[1-9]\d*)$/.test(segment) ? Number(segment) : undefined);
