import { BadRequest, type ConductorRecord, type DriverOffer, INTERFACE_KINDS, NotAcceptable, NotFound } from '@ingot/domain';
import { fieldsOf, links, PAGE_ARGUMENTS, pageOf } from '../listing.ts';
import { queryBoolean } from '../body.ts';
import type { ApiRequest, Route } from '../route.ts';

/** Interface kinds that drivers show, by the microversion since which they do. */
const KIND_SINCE: { [kind: string]: number } = { storage: 33, rescue: 38, bios: 40, firmware: 86 };

function driverView(request: ApiRequest, name: string, offer: DriverOffer, hosts: string[], detail: boolean) {
  const kinds = INTERFACE_KINDS.filter((kind) => (KIND_SINCE[kind] ?? 30) <= request.minor);
  const shown = detail && request.minor >= 30;
  return {
    name, hosts, links: links(request.baseUrl, `drivers/${name}`),
    ...(request.minor >= 14 ? { properties: links(request.baseUrl, `drivers/${name}/properties`) } : {}),
    ...(request.minor >= 30 ? { type: 'dynamic' } : {}),
    ...(shown ? Object.fromEntries(kinds.flatMap((kind) => [[`default_${kind}_interface`, offer.interfaces[kind].default], [`enabled_${kind}_interfaces`, offer.interfaces[kind].enabled]])) : {}),
  };
}
async function offers(request: ApiRequest): Promise<Map<string, { offer: DriverOffer; hosts: string[] }>> {
  await request.core.directory.fresh();
  const found = new Map<string, { offer: DriverOffer; hosts: string[] }>();
  for (const conductor of request.core.directory.live()) {
    for (const [name, offer] of Object.entries(conductor.drivers)) {
      const known = found.get(name) ?? { offer, hosts: [] };
      known.hosts.push(conductor.hostname);
      found.set(name, known);
    }
  }
  return found;
}
async function driver(request: ApiRequest) {
  const name = request.params.driver as string;
  const found = (await offers(request)).get(name);
  if (!found) throw new NotFound(`Could not find the following driver(s) or hardware type(s): ${name}.`, 'DriverNotFound');
  return { name, ...found };
}
function conductorView(request: ApiRequest, conductor: ConductorRecord, fields?: string[]) {
  const all = {
    hostname: conductor.hostname, conductor_group: conductor.conductor_group, alive: conductor.alive, drivers: conductor.hardware_types,
    created_at: conductor.created_at, updated_at: conductor.updated_at,
  };
  const shown = fields ? Object.fromEntries(fields.filter((field) => field in all).map((field) => [field, all[field as keyof typeof all]])) : all;
  return { ...shown, links: links(request.baseUrl, `conductors/${conductor.hostname}`) };
}
const CONDUCTOR_FIELDS = ['hostname', 'conductor_group', 'alive', 'drivers', 'created_at', 'updated_at', 'links'];

export const routes: Route[] = [
  {
    method: 'GET', path: '/v1/drivers', query: ['type', 'detail', 'fields'],
    handler: async (request) => {
      const { type, detail } = request.query;
      if ((type !== undefined || detail !== undefined) && request.minor < 30) throw new NotAcceptable();
      if (type !== undefined && type !== 'classic' && type !== 'dynamic') throw new BadRequest('Driver type must be one of classic, dynamic.');
      const known = type === 'classic' ? [] : [...(await offers(request))];
      return { status: 200, body: { drivers: known.map(([name, { offer, hosts }]) => driverView(request, name, offer, hosts, queryBoolean('detail', detail) === true)) } };
    },
  },
  {
    method: 'GET', path: '/v1/drivers/:driver', query: ['fields'],
    handler: async (request) => {
      const { name, offer, hosts } = await driver(request);
      return { status: 200, body: driverView(request, name, offer, hosts, true) };
    },
  },
  { method: 'GET', path: '/v1/drivers/:driver/properties', handler: async (request) => ({ status: 200, body: (await driver(request)).offer.properties }) },
  {
    method: 'GET', path: '/v1/conductors', since: 49, query: [...PAGE_ARGUMENTS, 'fields', 'detail'],
    handler: async (request) => {
      const fields = fieldsOf(request, CONDUCTOR_FIELDS) ?? (queryBoolean('detail', request.query.detail) ? undefined : ['hostname', 'conductor_group', 'alive']);
      const page = pageOf({ ...request, query: { ...request.query, sort_key: request.query.sort_key ?? 'id' } }, ['hostname', 'conductor_group', 'created_at', 'updated_at']);
      const all = await request.core.store.conductors.list();
      if (page.sortKey !== 'id') all.sort((a, b) => String(a[page.sortKey as 'hostname']).localeCompare(String(b[page.sortKey as 'hostname'])));
      if (page.sortDir === 'desc') all.reverse();
      const start = page.marker === undefined ? 0 : all.findIndex((one) => one.hostname === page.marker) + 1;
      if (page.marker !== undefined && start === 0) throw new NotFound(`Conductor ${page.marker} could not be found.`, 'ConductorNotFound');
      return { status: 200, body: { conductors: all.slice(start, start + page.limit).map((one) => conductorView(request, one, fields)) } };
    },
  },
  {
    method: 'GET', path: '/v1/conductors/:hostname', since: 49, query: ['fields'],
    handler: async (request) => {
      const found = (await request.core.store.conductors.list()).find((one) => one.hostname === request.params.hostname);
      if (!found) throw new NotFound(`Conductor ${request.params.hostname} could not be found.`, 'ConductorNotFound');
      return { status: 200, body: conductorView(request, found, fieldsOf(request, CONDUCTOR_FIELDS)) };
    },
  },
];
