import type { JsonObject } from '@ingot/domain';
import type { SinceTable } from '../arguments.ts';
import type { ApiRequest } from '../route.ts';

/** How a record looks on the wire, as data. What `since` does not name never leaves the process. */
export interface Shape<R> {
  since: SinceTable;
  /** fields that are not simply a column */
  shown: { readonly [field: string]: (record: R, request: ApiRequest) => unknown };
  /** fields that are no column at all → the columns they are made of, beside `uuid` */
  made: { readonly [field: string]: readonly (keyof R & string)[] };
}

/** Those of the fields asked for that the request's version has, `links` always among them. Undefined asks for all. */
const visible = <R>({ since }: Shape<R>, { minor }: ApiRequest, fields: readonly string[] = Object.keys(since)): string[] =>
  [...new Set([...fields, 'links'])].filter((field) => (since[field] ?? Number.POSITIVE_INFINITY) <= minor);

/** The columns that `view` needs for these fields; `uuid` always, for links and markers. */
export function columnsFor<R>(shape: Shape<R>, request: ApiRequest, fields?: readonly string[]): (keyof R & string)[] {
  const columns = visible(shape, request, fields).flatMap((field) => shape.made[field] ?? [field as keyof R & string]);
  return [...new Set(['uuid' as keyof R & string, ...columns])];
}

/**
 * @param fields what is asked for, `links` is always added; undefined shows everything
 * @returns how to show a record: the fields that the request's version has; what is not set is null
 */
export function viewer<R extends object>(shape: Shape<R>, request: ApiRequest, fields?: readonly string[]): (record: R) => JsonObject {
  const parts = visible(shape, request, fields).map((field) => ({ field, compute: shape.shown[field] }));
  return (record) => {
    const result: { [field: string]: unknown } = {};
    for (const { field, compute } of parts) result[field] = (compute ? compute(record, request) : record[field as keyof R]) ?? null;
    return result as JsonObject;
  };
}
/** One record, as `viewer` shows it. */
export const view = <R extends object>(shape: Shape<R>, record: R, request: ApiRequest, fields?: readonly string[]): JsonObject => viewer(shape, request, fields)(record);
