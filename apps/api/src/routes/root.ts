import { links } from '../listing.ts';
import { MAX_MINOR, MIN_MINOR } from '../negotiate.ts';
import type { Route } from '../route.ts';

/** Resources in the /v1 document and the microversion since which they are named. */
const RESOURCES: { [name: string]: number } = { nodes: 1, ports: 1, drivers: 1, lookup: 22, heartbeat: 22, conductors: 49, continue_inspection: 84 };
const version = (baseUrl: string) => ({ id: 'v1', links: [{ href: `${baseUrl}/v1/`, rel: 'self' }], status: 'CURRENT', min_version: `1.${MIN_MINOR}`, version: `1.${MAX_MINOR}` });

export const routes: Route[] = [
  {
    method: 'GET', path: '/',
    handler: async ({ baseUrl }) => ({
      status: 200,
      body: { name: 'OpenStack Ironic API', description: 'Bare metal provisioning, served by Ingot.', default_version: version(baseUrl), versions: [version(baseUrl)] },
    }),
  },
  {
    method: 'GET', path: '/v1',
    handler: async ({ baseUrl, minor }) => ({
      status: 200,
      body: {
        id: 'v1',
        links: [{ href: `${baseUrl}/v1/`, rel: 'self' }, { href: 'https://docs.openstack.org/ironic/latest/contributor/webapi.html', rel: 'describedby', type: 'text/html' }],
        media_types: [{ base: 'application/json', type: 'application/vnd.openstack.ironic.v1+json' }],
        version: version(baseUrl),
        ...Object.fromEntries(Object.entries(RESOURCES).filter(([, since]) => minor >= since).map(([name]) => [name, links(baseUrl, `${name}/`)])),
      },
    }),
  },
];
