import { BadRequest, Conflict, isProtected, isTrait, NotFound, stateOf } from '@ingot/domain';
import type { Core } from '../context.ts';
import { changeNode, whenFree } from './change.ts';

/** `DELETE /v1/nodes/{node}`. Touches no machine (fault case P24). @throws 403 protected, 409 by state or instance */
export async function deleteNode(core: Core, ident: string): Promise<void> {
  await whenFree<true>(core, ident, (node) => {
    if (node.protected) throw isProtected(node.uuid);
    if (node.instance_uuid && !node.maintenance) throw new Conflict(`Node ${node.uuid} is associated with instance ${node.instance_uuid}.`, 'NodeAssociated');
    if (!node.maintenance && !node.reservation && !stateOf(node.provision_state)?.deleteAllowed) {
      throw new Conflict(`Can not delete node "${node.uuid}" while it is in provision state "${node.provision_state}". Valid provision states to perform deletion are: adopt failed, available, enroll, manageable; or set maintenance.`, 'InvalidState');
    }
    return { write: async () => (await core.store.nodes.delete(node.uuid, node.revision)) || undefined };
  });
}

/** PUT and DELETE `…/maintenance`. Off clears the reason and the fault. */
export async function setMaintenance(core: Core, ident: string, on: boolean, reason: string | null): Promise<void> {
  await changeNode(core, ident, () => ({ maintenance: on, maintenance_reason: on ? reason : null, ...(on ? {} : { fault: null }) }));
}

const MAX_TRAITS = 50;
/** @param change the traits after it, from those before. @throws BadRequest for a bad name or more than 50 */
export async function changeTraits(core: Core, ident: string, change: (traits: string[], uuid: string) => string[]): Promise<void> {
  await changeNode(core, ident, (node) => {
    const traits = [...new Set(change(node.traits, node.uuid))].sort();
    for (const trait of traits) {
      if (!isTrait(trait)) throw new BadRequest(`Invalid traits. Expected a standard trait or CUSTOM_ followed by A-Z, 0-9 and _; got '${trait}'.`);
    }
    if (traits.length > MAX_TRAITS) throw new BadRequest(`Node ${node.uuid} cannot have more than ${MAX_TRAITS} traits.`);
    return { traits };
  });
}

export async function removeTrait(core: Core, ident: string, trait: string): Promise<void> {
  await changeTraits(core, ident, (traits, uuid) => {
    if (!traits.includes(trait)) throw new NotFound(`Node ${uuid} doesn't have a trait '${trait}'`, 'NodeTraitNotFound');
    return traits.filter((one) => one !== trait);
  });
}
