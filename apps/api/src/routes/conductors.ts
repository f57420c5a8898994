import { BadRequest, type ConductorRecord, NotFound } from '@ingot/domain';
import { DETAIL, FIELDS as FIELDS_ARGUMENT, PAGE } from '../arguments.ts';
import { fieldsOf, links, nextLink, pageOf } from '../listing.ts';
import { type ApiRequest, type Reply, route } from '../route.ts';

const BRIEF = ['hostname', 'conductor_group', 'alive'];
const FIELDS = [...BRIEF, 'drivers', 'created_at', 'updated_at', 'links'];
const SORTABLE = ['hostname', 'conductor_group', 'created_at', 'updated_at'];

function view(request: ApiRequest, conductor: ConductorRecord, fields: string[] = FIELDS) {
  const { hostname, conductor_group, alive, hardware_types: drivers, created_at, updated_at } = conductor;
  const all = { hostname, conductor_group, alive, drivers, created_at, updated_at };
  return { ...Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field))), links: links(request.baseUrl, `conductors/${hostname}`) };
}
const missing = (hostname: string) => new NotFound(`Conductor ${hostname} could not be found.`, 'ConductorNotFound');

/** Conductors are few: the page is cut here. The marker is a hostname. */
async function list(request: Parameters<typeof fieldsOf>[0] & Parameters<typeof pageOf>[0]): Promise<Reply> {
  const asked = fieldsOf(request, FIELDS);
  const detail = request.query.detail === true;
  if (detail && asked) throw new BadRequest("Can't fetch a subset of fields with 'detail' set");
  const page = pageOf(request, SORTABLE);
  const all = await request.core.store.conductors.list();
  if (page.sortKey !== 'id') {
    const key = page.sortKey as 'hostname' | 'conductor_group' | 'created_at' | 'updated_at';
    all.sort((a, b) => a[key].localeCompare(b[key]) || a.id - b.id);
  }
  if (page.sortDir === 'desc') all.reverse();
  const start = page.marker === undefined ? 0 : all.findIndex((one) => one.hostname === page.marker) + 1;
  if (page.marker !== undefined && start === 0) throw missing(page.marker);
  const shown = all.slice(start, start + page.limit);
  const next = nextLink(request, '/v1/conductors', page, shown.map(({ hostname }) => ({ uuid: hostname })));
  return { body: { conductors: shown.map((one) => view(request, one, asked ?? (detail ? FIELDS : BRIEF))), ...next } };
}

export const routes = [
  route({ method: 'GET', path: '/v1/conductors', since: 49, summary: 'List conductors', policy: 'conductor:get', query: { ...PAGE, ...FIELDS_ARGUMENT, ...DETAIL }, success: 200, handler: list }),
  route({
    method: 'GET', path: '/v1/conductors/:hostname', since: 49, summary: 'Show a conductor', policy: 'conductor:get', query: FIELDS_ARGUMENT, success: 200,
    handler: async (request) => {
      const fields = fieldsOf(request, FIELDS);
      const hostname = request.params.hostname as string;
      const found = (await request.core.store.conductors.list()).find((one) => one.hostname === hostname);
      if (!found) throw missing(hostname);
      return { body: view(request, found, fields) };
    },
  }),
];
