import { BadRequest, isUuid } from '@ingot/domain';
import { looseBoolean } from './body.ts';

/** Field or argument → the microversion 1.N since which it is there. */
export type SinceTable = { readonly [field: string]: number };

/** One query argument: how it is read, and what is said about it. */
export interface Argument<T> {
  /** @throws BadRequest */
  parse: (value: string, name: string) => T;
  /** JSON schema */
  schema: object;
  /** microversion 1.N; an older request gets 406 */
  since?: number;
  /** the 406 does not name the version (Ironic is of two minds) */
  unnamed?: true;
}
type Gate = Pick<Argument<unknown>, 'since' | 'unnamed'>;

export const text = (gate: Gate = {}): Argument<string> => ({ ...gate, schema: { type: 'string' }, parse: (value) => value });

export const integer = (gate: Gate = {}): Argument<number> => ({
  ...gate, schema: { type: 'integer' },
  parse: (value, name) => {
    const number = Number(value);
    if (value === '' || !Number.isInteger(number)) throw new BadRequest(`Expected an integer for ${name}: ${value}`);
    return number;
  },
});

/** A boolean in any of the words that Ironic takes. */
export const flag = (gate: Gate = {}): Argument<boolean> => ({
  ...gate, schema: { type: 'boolean' },
  parse: (value, name) => {
    const parsed = looseBoolean.safeParse(value);
    if (!parsed.success) throw new BadRequest(`Expected a boolean for ${name}, got '${value}'.`);
    return parsed.data;
  },
});

export const uuid = (gate: Gate = {}): Argument<string> => ({
  ...gate, schema: { type: 'string', format: 'uuid' },
  parse: (value, name) => {
    if (!isUuid(value)) throw new BadRequest(`Expected UUID for ${name}: ${value}`);
    return value;
  },
});

/** A comma separated list: lower case, trimmed (reference: api.md §3). */
export const list = (gate: Gate = {}): Argument<string[]> => ({
  ...gate, schema: { type: 'array', items: { type: 'string' } },
  parse: (value) => value.split(',').map((item) => item.trim().toLowerCase()).filter(Boolean),
});
/** A comma separated list whose case matters. */
export const names = (gate: Gate = {}): Argument<string[]> => ({ ...list(gate), parse: (value) => value.split(',').map((item) => item.trim()).filter(Boolean) });

/** @param refusal the text for anything else */
export const oneOf = <T extends string>(values: readonly T[], refusal: (value: string) => string, gate: Gate = {}): Argument<T> => ({
  ...gate, schema: { type: 'string', enum: values },
  parse: (value) => {
    if (!values.includes(value as T)) throw new BadRequest(refusal(value));
    return value as T;
  },
});

/** What every list takes. */
export const PAGE = {
  limit: integer(),
  marker: text(),
  sort_key: text(),
  sort_dir: oneOf(['asc', 'desc'], (value) => `Invalid sort direction: ${value}. Acceptable values are 'asc' or 'desc'`),
};
export const FIELDS = { fields: list() };
export const DETAIL = { detail: flag() };
