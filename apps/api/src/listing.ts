import { BadRequest } from '@ingot/domain';
import type { ListQuery } from '@ingot/store';
import type { ApiRequest } from './route.ts';

export const PAGE_ARGUMENTS = ['limit', 'marker', 'sort_key', 'sort_dir'] as const;

/** limit, marker, sort_key and sort_dir of a list request (reference: api.md §3). @throws BadRequest */
export function pageOf(request: ApiRequest, sortable: readonly string[]): ListQuery {
  const { limit, marker, sort_key = 'id', sort_dir = 'asc' } = request.query;
  const max = request.core.config.maxLimit;
  const wanted = limit === undefined ? max : Number(limit);
  if (!Number.isInteger(wanted) || wanted < 0) throw new BadRequest(limit !== undefined && /^-/.test(limit) ? 'Limit must be positive' : `Invalid value for limit: '${limit}'`);
  if (limit !== undefined && wanted === 0) throw new BadRequest('Limit must be positive');
  if (sort_dir !== 'asc' && sort_dir !== 'desc') throw new BadRequest(`Invalid sort direction: ${sort_dir}. Acceptable values are 'asc' or 'desc'`);
  if (sort_key !== 'id' && !sortable.includes(sort_key)) throw new BadRequest(`The sort_key value "${sort_key}" is an invalid field for sorting`);
  return { limit: Math.min(wanted, max), sortKey: sort_key, sortDir: sort_dir, ...(marker === undefined ? {} : { marker }) };
}

/** `next` of a full page, with every argument of the request; nothing for the last page. */
export function nextLink(request: ApiRequest, path: string, page: ListQuery, items: { uuid: string }[]): { next?: string } {
  const last = items.at(-1);
  if (!last || items.length < page.limit) return {};
  const query = new URLSearchParams({ ...request.query, sort_key: page.sortKey ?? 'id', sort_dir: page.sortDir ?? 'asc', limit: String(page.limit), marker: last.uuid });
  return { next: `${request.baseUrl}${path}?${query}` };
}

/** fields= as a list: lower case, trimmed. @throws BadRequest when one does not exist */
export function fieldsOf(request: ApiRequest, known: readonly string[]): string[] | undefined {
  const given = request.query.fields;
  if (given === undefined) return undefined;
  const fields = given.split(',').map((name) => name.trim().toLowerCase()).filter(Boolean);
  const unknown = fields.filter((name) => !known.includes(name));
  if (unknown.length) throw new BadRequest(`Field(s) "${unknown.join(', ')}" are not valid.`);
  return fields;
}
export const links = (baseUrl: string, path: string) => [
  { href: `${baseUrl}/v1/${path}`, rel: 'self' },
  { href: `${baseUrl}/${path}`, rel: 'bookmark' },
];
