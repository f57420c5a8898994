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
 * middle as from the start.
 * @param sortKey must come from a fixed list
 */
export function pageSql(table: string, alias: string, where: Where, query: ListQuery): string {
  const key = query.sortKey ?? 'id';
  const [compare, direction] = query.sortDir === 'desc' ? ['<', 'DESC'] : ['>', 'ASC'];
  if (query.marker) {
    const from = `(SELECT m.id FROM ${table} m WHERE m.uuid = ?::uuid)`;
    const value = `(SELECT m.${key} FROM ${table} m WHERE m.uuid = ?::uuid)`;
    where.add(
      key === 'id'
        ? `${alias}.id ${compare} ${from}`
        : `(${alias}.${key}, ${alias}.id) IS NOT NULL AND (coalesce(${alias}.${key}::text, ''), ${alias}.id) ${compare} (coalesce(${value}::text, ''), ${from})`,
      query.marker,
    );
  }
  const order = key === 'id' ? `${alias}.id ${direction}` : `coalesce(${alias}.${key}::text, '') ${direction}, ${alias}.id ${direction}`;
  return `SELECT to_jsonb(${alias}) AS row FROM ${table} ${alias} ${where} ORDER BY ${order} LIMIT ${Math.trunc(query.limit)}`;
}
