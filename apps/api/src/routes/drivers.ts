import { BadRequest, type DriverOffer, INTERFACE_KINDS, NotFound } from '@ingot/domain';
import { flag, list, oneOf } from '../arguments.ts';
import { fieldsOf, links } from '../listing.ts';
import { type ApiRequest, route } from '../route.ts';

/** Interface kinds that drivers show, by the microversion since which they do. */
const KIND_SINCE: { [kind: string]: number } = { storage: 33, rescue: 38, bios: 40, firmware: 86 };
const FIELDS = [
  'name', 'hosts', 'links', 'properties', 'type',
  ...INTERFACE_KINDS.flatMap((kind) => [`default_${kind}_interface`, `enabled_${kind}_interfaces`]),
];

function view(request: ApiRequest, name: string, { offer, hosts }: Offered, detail: boolean, fields?: string[]) {
  const { baseUrl, minor } = request;
  const kinds = INTERFACE_KINDS.filter((kind) => (KIND_SINCE[kind] ?? 30) <= minor);
  const all: { [field: string]: unknown } = {
    name, hosts, links: links(baseUrl, `drivers/${name}`),
    ...(minor >= 14 ? { properties: links(baseUrl, `drivers/${name}/properties`) } : {}),
    ...(minor >= 30 ? { type: 'dynamic' } : {}),
    ...(detail ? Object.fromEntries(kinds.flatMap((kind) => [[`default_${kind}_interface`, offer.interfaces[kind].default], [`enabled_${kind}_interfaces`, offer.interfaces[kind].enabled]])) : {}),
  };
  return fields ? Object.fromEntries(Object.entries(all).filter(([field]) => field === 'links' || fields.includes(field))) : all;
}

interface Offered {
  offer: DriverOffer;
  hosts: string[];
}
/** What the live conductors offer, by hardware type. */
async function offers({ core }: ApiRequest): Promise<Map<string, Offered>> {
  await core.directory.fresh();
  const found = new Map<string, Offered>();
  for (const conductor of core.directory.live()) {
    for (const [name, offer] of Object.entries(conductor.drivers)) {
      const known = found.get(name) ?? { offer, hosts: [] };
      known.hosts.push(conductor.hostname);
      found.set(name, known);
    }
  }
  return found;
}
async function named(request: ApiRequest): Promise<[name: string, offered: Offered]> {
  const name = request.params.driver as string;
  const found = (await offers(request)).get(name);
  if (!found) throw new NotFound(`Could not find the following driver(s) or hardware type(s): ${name}.`, 'DriverNotFound');
  return [name, found];
}
const FIELDS_QUERY = { fields: list({ since: 77, unnamed: true }) };
const TYPE = oneOf(['classic', 'dynamic'], () => 'Driver type must be one of classic, dynamic.', { since: 30, unnamed: true });

export const routes = [
  route({
    method: 'GET', path: '/v1/drivers', summary: 'List hardware types', policy: 'driver:get', query: { type: TYPE, detail: flag({ since: 30, unnamed: true }), ...FIELDS_QUERY }, success: 200,
    handler: async (request) => {
      const { type, detail = false } = request.query;
      const fields = fieldsOf(request, FIELDS);
      if (detail && fields) throw new BadRequest("Can't fetch a subset of fields with 'detail' set");
      const known = type === 'classic' ? [] : [...(await offers(request))];
      return { body: { drivers: known.map(([name, offered]) => view(request, name, offered, detail || fields !== undefined, fields)) } };
    },
  }),
  route({
    method: 'GET', path: '/v1/drivers/:driver', summary: 'Show a hardware type', policy: 'driver:get', query: FIELDS_QUERY, success: 200,
    handler: async (request) => {
      const fields = fieldsOf(request, FIELDS);
      const [name, offered] = await named(request);
      return { body: view(request, name, offered, true, fields) };
    },
  }),
  route({
    method: 'GET', path: '/v1/drivers/:driver/properties', summary: 'What driver_info may hold', policy: 'driver:get_properties', success: 200,
    handler: async (request) => ({ body: (await named(request))[1].offer.properties }),
  }),
];
