import { BadRequest, isProvisionState, isUuid, NotAcceptable } from '@ingot/domain';
import type { NodeFilters } from '@ingot/store';
import { queryBoolean } from './body.ts';
import { requireMinor } from './negotiate.ts';
import type { ApiRequest } from './route.ts';

/** Filter of GET /v1/nodes → the microversion 1.N it needs. Two are not gated, as in Ironic. */
const SINCE: { readonly [filter: string]: number } = {
  chassis_uuid: 1, instance_uuid: 1, associated: 1, maintenance: 1, retired: 1, description_contains: 1, project: 1, provision_state: 9, driver: 16,
  resource_class: 21, fault: 42, conductor_group: 46, conductor: 49, owner: 50, lessee: 65, shard: 82, sharded: 82, parent_node: 83,
  include_children: 83, instance_name: 104,
};
export const NODE_FILTERS = Object.keys(SINCE);
const BOOLEANS = ['associated', 'maintenance', 'retired', 'sharded', 'include_children'];
const FAULTS = ['power failure', 'clean failure', 'rescue abort failure', 'service failure'];
/** Known to Ironic, but no node is ever in them. */
const PAST_STATES = ['deleted', 'deploy complete'];
const NOBODY = '00000000-0000-0000-0000-000000000000';

function valueOf(name: string, value: string): unknown {
  if (BOOLEANS.includes(name)) return queryBoolean(name, value);
  if (name.endsWith('_uuid') && !isUuid(value)) throw new BadRequest(`Expected UUID for ${name}: ${value}`);
  if (name === 'shard') return value.split(',').map((shard) => shard.trim()).filter(Boolean);
  if (name === 'conductor_group') return value.toLowerCase();
  if (name === 'provision_state' && !isProvisionState(value) && !PAST_STATES.includes(value)) throw new BadRequest(`Provision state "${value}" is not valid`);
  if (name === 'fault' && !FAULTS.includes(value)) throw new BadRequest(`Unrecognized fault "${value}" is specified, allowed faults are ${FAULTS.join(', ')}`);
  return value;
}

/** The filters of a node list. 1 Postgres round trip more when the parent is given by name. @throws BadRequest, NotAcceptable */
export async function nodeFilters(request: ApiRequest): Promise<NodeFilters> {
  const filters: { [name: string]: unknown } = {};
  for (const [name, value] of Object.entries(request.query)) {
    const since = SINCE[name];
    if (since === undefined || name === 'conductor') continue;
    if (name === 'instance_name' && request.minor < since) throw new NotAcceptable();
    requireMinor(request.minor, since);
    filters[name] = valueOf(name, value);
  }
  if (request.query.conductor !== undefined) requireMinor(request.minor, SINCE.conductor as number);
  const parent = filters.parent_node as string | undefined;
  if (parent !== undefined && !isUuid(parent)) filters.parent_node = (await request.core.store.nodes.get(parent))?.uuid ?? NOBODY;
  return filters as NodeFilters;
}
