import { BadRequest, isProvisionState, isUuid } from '@ingot/domain';
import type { NodeFilters } from '@ingot/store';
import { flag, names, oneOf, text, uuid } from './arguments.ts';
import { ownProject } from './auth/guard.ts';
import type { ApiRequest } from './route.ts';

const FAULTS = ['power failure', 'clean failure', 'rescue abort failure', 'service failure'];
/** Known to Ironic, but no node is ever in them. */
const PAST_STATES = ['deleted', 'deploy complete'];
const NOBODY = '00000000-0000-0000-0000-000000000000';

const provisionState = {
  ...text({ since: 9 }),
  parse: (value: string) => {
    if (!isProvisionState(value) && !PAST_STATES.includes(value)) throw new BadRequest(`Provision state "${value}" is not valid`);
    return value;
  },
};

/** Filters of a node list, each with the microversion 1.N it needs. Two are not gated, as in Ironic. */
export const NODE_FILTERS = {
  chassis_uuid: uuid(), instance_uuid: uuid(), associated: flag(), maintenance: flag(), retired: flag(), description_contains: text(), project: text(),
  provision_state: provisionState, driver: text({ since: 16 }), resource_class: text({ since: 21 }),
  fault: oneOf(FAULTS, (value) => `Unrecognized fault "${value}" is specified, allowed faults are ${FAULTS.join(', ')}`, { since: 42 }),
  conductor_group: { ...text({ since: 46 }), parse: (value: string) => value.toLowerCase() },
  conductor: text({ since: 49 }), owner: text({ since: 50 }), lessee: text({ since: 65 }), shard: names({ since: 82 }), sharded: flag({ since: 82 }),
  parent_node: text({ since: 83 }), include_children: flag({ since: 83 }), instance_name: text({ since: 104, unnamed: true }),
};
type FilterValues = { [K in keyof typeof NODE_FILTERS]?: ReturnType<(typeof NODE_FILTERS)[K]['parse']> };

/**
 * The filters of a node list, and what the caller may see of it.
 * 1 Postgres round trip more when the parent is given by name.
 */
export async function nodeFilters({ query, core, identity }: ApiRequest<FilterValues>): Promise<NodeFilters> {
  const filters: NodeFilters = {};
  for (const name of Object.keys(NODE_FILTERS) as (keyof FilterValues)[]) {
    if (name !== 'conductor' && query[name] !== undefined) Object.assign(filters, { [name]: query[name] });
  }
  const parent = filters.parent_node;
  if (parent !== undefined && !isUuid(parent)) filters.parent_node = (await core.store.nodes.get(parent))?.uuid ?? NOBODY;
  const own = ownProject(identity, 'node:list_all');
  return own === undefined ? filters : { ...filters, visible_to: own };
}
