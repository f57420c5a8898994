import type { PortRecord } from '@ingot/domain';
import { links } from '../listing.ts';
import type { ApiRequest } from '../route.ts';
import { type Shape, view } from './view.ts';

/** Every field of a port on the wire and the microversion 1.N since which it is there (reference: api.json, resources.port). */
export const PORT_SINCE: { readonly [field: string]: number } = {
  uuid: 1, address: 1, node_uuid: 1, extra: 1, created_at: 1, updated_at: 1, links: 1, internal_info: 18, local_link_connection: 19,
  pxe_enabled: 19, portgroup_uuid: 24, physical_network: 34, is_smartnic: 53, name: 88, description: 97, vendor: 100, category: 101,
};
export const PORT_BRIEF = ['uuid', 'address', 'links'];
export const PORT_SORTABLE = ['uuid', 'address', 'node_uuid', 'pxe_enabled', 'physical_network', 'is_smartnic', 'name', 'description', 'vendor', 'category', 'created_at', 'updated_at'];

export const PORT_SHAPE: Shape<PortRecord> = { since: PORT_SINCE, shown: { links: (port, { baseUrl }) => links(baseUrl, `ports/${port.uuid}`) }, made: { links: [] } };
/** @param fields what is asked for; undefined shows all that the version has */
export const portView = (port: PortRecord, request: ApiRequest, fields?: readonly string[]) => view(PORT_SHAPE, port, request, fields);
