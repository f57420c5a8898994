import { BadRequest, isUuid, NotAcceptable } from '@ingot/domain';
import type { ListQuery } from '@ingot/store';
import type { SinceTable } from './arguments.ts';
import type { ApiRequest } from './route.ts';

const FIELDS_SINCE = 8;
const DETAIL_SINCE = 43;

/** The parsed arguments of PAGE, FIELDS and DETAIL. */
interface PageValues {
  limit?: number;
  marker?: string;
  sort_key?: string;
  sort_dir?: 'asc' | 'desc';
}
interface FieldValues {
  fields?: string[];
  detail?: boolean;
}

/** limit, marker, sort_key and sort_dir of a list request (reference: api.md §3). @throws BadRequest */
export function pageOf(request: ApiRequest<PageValues>, sortable: readonly string[]): ListQuery {
  const { limit, marker, sort_key = 'id', sort_dir = 'asc' } = request.query;
  const max = request.core.config.maxLimit;
  const wanted = limit ?? max;
  if (wanted < 1) throw new BadRequest('Limit must be positive');
  if (sort_key !== 'id' && !sortable.includes(sort_key)) throw new BadRequest(`The sort_key value "${sort_key}" is an invalid field for sorting`);
  return { limit: Math.min(wanted, max), sortKey: sort_key, sortDir: sort_dir, ...(marker === undefined ? {} : { marker }) };
}

/** As `pageOf`, for lists whose marker is a uuid and whose fields have versions. @throws BadRequest, NotAcceptable */
export function uuidPageOf(request: ApiRequest<PageValues>, sortable: readonly string[], since: SinceTable = {}): ListQuery {
  const page = pageOf(request, sortable);
  if (page.marker !== undefined && !isUuid(page.marker)) throw new BadRequest(`Expected UUID for marker: ${page.marker}`);
  if ((since[page.sortKey ?? 'id'] ?? 1) > request.minor) throw new NotAcceptable();
  return page;
}

/**
 * `next` of a full page, with every argument of the request (Ironic forgets most filters); nothing for the last page.
 * @param items as read, before anything is left out
 * @param fields what the page shows, where that is a choice
 */
export function nextLink(request: Pick<ApiRequest, 'given' | 'baseUrl'>, path: string, page: ListQuery, items: { uuid: string }[], fields?: readonly string[]): { next?: string } {
  const last = items.at(-1);
  if (!last || items.length < page.limit) return {};
  const { limit: _limit, marker: _marker, sort_key: _key, sort_dir: _dir, fields: _fields, ...filters } = request.given;
  const query = new URLSearchParams({ sort_key: page.sortKey ?? 'id', sort_dir: page.sortDir ?? 'asc', ...filters });
  if (fields) query.set('fields', fields.filter((field) => field !== 'links').join(','));
  query.set('limit', String(page.limit));
  query.set('marker', last.uuid);
  return { next: `${request.baseUrl}${path}?${query.toString().replaceAll('%2C', ',')}` };
}

/** fields= as a list. @throws BadRequest when one does not exist */
export function fieldsOf(request: ApiRequest<FieldValues>, known: readonly string[]): string[] | undefined {
  const unknown = request.query.fields?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length) throw new BadRequest(`Field(s) "${unknown.join(', ')}" are not valid`);
  return request.query.fields;
}

/** As `fieldsOf`, by the request's version. @throws NotAcceptable for a field, or the argument itself, that is newer */
export function versionedFields(request: ApiRequest<FieldValues>, since: SinceTable): string[] | undefined {
  if (request.query.fields === undefined) return undefined;
  if (request.minor < FIELDS_SINCE) throw new NotAcceptable();
  const fields = fieldsOf(request, Object.keys(since));
  if (fields?.some((field) => (since[field] as number) > request.minor)) throw new NotAcceptable();
  return fields;
}

/**
 * Which fields a list shows: those of fields=, all (undefined) for detail, else the brief ones.
 * @param detailed the `/detail` form of the path
 * @throws BadRequest, NotAcceptable
 */
export function shownFields(request: ApiRequest<FieldValues>, since: SinceTable, brief: readonly string[], detailed: boolean): readonly string[] | undefined {
  if (detailed) return undefined;
  const { detail } = request.query;
  if (detail && request.minor < DETAIL_SINCE) throw new BadRequest('Invalid query parameter detail: it needs API version 1.43');
  const fields = versionedFields(request, since);
  if (detail && fields) throw new BadRequest('Can not specify ?detail=True and fields in the same request.');
  return fields ?? (detail ? undefined : brief.filter((field) => (since[field] ?? 1) <= request.minor));
}

export const links = (baseUrl: string, path: string) => [
  { href: `${baseUrl}/v1/${path}`, rel: 'self' },
  { href: `${baseUrl}/${path}`, rel: 'bookmark' },
];
