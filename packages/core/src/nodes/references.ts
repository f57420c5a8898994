import { BadRequest, type JsonObject } from '@ingot/domain';
import type { Core } from '../context.ts';

/**
 * What a node's fields point at must be there.
 * @returns `parent_node` as a uuid, where it was given
 * @throws BadRequest. There are no chassis in Ingot yet, so that every chassis_uuid is one that is not found.
 */
export async function resolveReferences(core: Core, fields: JsonObject): Promise<{ parent_node?: string }> {
  if (typeof fields.chassis_uuid === 'string') throw new BadRequest(`Chassis ${fields.chassis_uuid} could not be found.`, 'ChassisNotFound');
  if (typeof fields.parent_node !== 'string') return {};
  const parent = await core.store.nodes.get(fields.parent_node);
  if (!parent) throw new BadRequest(`Node ${fields.parent_node} could not be found.`, 'NodeNotFound');
  return { parent_node: parent.uuid };
}
