import { links } from '../listing.ts';
import { MAX_MINOR, MIN_MINOR } from '../negotiate.ts';
import { route } from '../route.ts';

/** Resources in the /v1 document and the microversion since which they are named. */
const RESOURCES: { [name: string]: number } = { nodes: 1, ports: 1, drivers: 1, lookup: 22, heartbeat: 22, conductors: 49, continue_inspection: 84 };
const version = (baseUrl: string) => ({ id: 'v1', links: [{ href: `${baseUrl}/v1/`, rel: 'self' }], status: 'CURRENT', min_version: `1.${MIN_MINOR}`, version: `1.${MAX_MINOR}` });

export const routes = [
  route({
    method: 'GET', path: '/', summary: 'The API and its versions', policy: 'public', success: 200,
    handler: async ({ baseUrl }) => ({
      body: { name: 'OpenStack Ironic API', description: 'Bare metal provisioning, served by Ingot.', default_version: version(baseUrl), versions: [version(baseUrl)] },
    }),
  }),
  route({
    method: 'GET', path: '/v1', summary: 'What there is at this version', policy: 'public', success: 200,
    handler: async ({ baseUrl, minor }) => ({
      body: {
        id: 'v1',
        links: [{ href: `${baseUrl}/v1/`, rel: 'self' }, { href: 'https://docs.openstack.org/ironic/latest/contributor/webapi.html', rel: 'describedby', type: 'text/html' }],
        media_types: [{ base: 'application/json', type: 'application/vnd.openstack.ironic.v1+json' }],
        version: version(baseUrl),
        ...Object.fromEntries(Object.entries(RESOURCES).filter(([, since]) => minor >= since).map(([name]) => [name, links(baseUrl, `${name}/`)])),
      },
    }),
  }),
];
