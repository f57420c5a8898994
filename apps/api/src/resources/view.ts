import type { JsonObject } from '@ingot/domain';
import type { SinceTable } from '../arguments.ts';
import type { ApiRequest } from '../route.ts';

/** How a record looks on the wire, as data. What `since` does not name never leaves the process. */
export interface Shape<R> {
  since: SinceTable;
  /** fields that are not simply a column */
  shown: { readonly [field: string]: (record: R, request: ApiRequest) => unknown };
}

/**
 * @param fields what is asked for, `links` is always added; undefined shows everything
 * @returns those that the request's version has; what is not set is null
 */
export function view<R extends object>(shape: Shape<R>, record: R, request: ApiRequest, fields: readonly string[] = Object.keys(shape.since)): JsonObject {
  const result: { [field: string]: unknown } = {};
  for (const field of new Set([...fields, 'links'])) {
    const since = shape.since[field];
    if (since === undefined || since > request.minor) continue;
    const compute = shape.shown[field];
    result[field] = (compute ? compute(record, request) : record[field as keyof R]) ?? null;
  }
  return result as JsonObject;
}
