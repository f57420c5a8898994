/** One page of a list: an SQL statement built from fixed fragments; values only ever travel as parameters. */
export interface ListQuery {
  limit: number;
  marker?: string;
  sortKey?: string;
  sortDir?: 'asc' | 'desc';
}

/** Collects conditions and their parameters. */
export class Where {
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];
  /** @param condition a fixed text with `?` where the value goes */
  add(condition: string, value?: unknown): void {
    if (value === undefined) {
      this.#conditions.push(condition);
      return;
    }
    this.values.push(value);
    this.#conditions.push(condition.replaceAll('?', `$${this.values.length}`));
  }
  toString(): string {
    return this.#conditions.length ? `WHERE ${this.#conditions.join(' AND ')}` : '';
  }
}

/**
 * Keyset paging: the page after `marker` in the order of `sortKey`, then id. One statement, the same time from the
 * middle as from the start. A null sorts as an empty text; texts compare by their bytes, so that the order of the page
 * and the comparison with the marker cannot differ.
 * @param sortKey must come from a fixed list
 * @param columns the columns to read, from a fixed list too; absent: all. A page of few columns is several times faster
 * @returns a statement with one row, whose `page` is the whole page as JSON text (see `pageOf`): what Postgres has
 *   written as JSON is parsed once, not row by row
 */
export function pageSql(table: string, alias: string, where: Where, query: ListQuery, columns?: readonly string[]): string {
  const key = query.sortKey ?? 'id';
  const [compare, direction] = query.sortDir === 'desc' ? ['<', 'DESC'] : ['>', 'ASC'];
  const sorted = (of: string) => `coalesce(${of}.${key}::text, '') COLLATE "C"`;
  if (query.marker) {
    where.add(
      key === 'id'
        ? `${alias}.id ${compare} (SELECT m.id FROM ${table} m WHERE m.uuid = ?::uuid)`
        : `(${sorted(alias)}, ${alias}.id) ${compare} (SELECT ${sorted('m')}, m.id FROM ${table} m WHERE m.uuid = ?::uuid)`,
      query.marker,
    );
  }
  const order = key === 'id' ? `${alias}.id ${direction}` : `${sorted(alias)} ${direction}, ${alias}.id ${direction}`;
  const shown = columns ? columns.map((column) => `${alias}.${column}`).join(', ') : `${alias}.*`;
  return `SELECT coalesce(json_agg(x), '[]')::text AS page FROM (SELECT ${shown} FROM ${table} ${alias} ${where} ORDER BY ${order} LIMIT ${Math.trunc(query.limit)}) x`;
}

/** The records of a page that `pageSql` has read. */
export const pageOf = <T>(rows: { page: string }[]): T[] => JSON.parse(rows[0]?.page ?? '[]');
