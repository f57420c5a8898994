import { randomUUID } from 'node:crypto';
import { BadRequest, Conflict, isUuid, type JsonObject, NotFound, type NodeRecord, type PatchOperation, type PortRecord } from '@ingot/domain';
import type { Core } from '../context.ts';
import { whenFree } from '../nodes/change.ts';
import { patchedPort } from './patch.ts';
import { boundVif, checkPort, checkPortChange, portAddress } from './rules.ts';

export const portNotFound = (ident: string) => new NotFound(`Port ${ident} could not be found.`, 'PortNotFound');

/** @param ident uuid, or from 1.88 on a name. @throws BadRequest for what can be neither, NotFound */
export async function findPort(core: Core, ident: string, minor: number): Promise<PortRecord> {
  const named = minor >= 88 && !isUuid(ident);
  if (!isUuid(ident) && (!named || !/^[A-Za-z0-9._~-]{1,255}$/.test(ident))) throw new BadRequest(`Expected UUID for port_uuid: ${ident}`, 'InvalidUUID');
  const port = named ? await core.store.ports.byName(ident) : await core.store.ports.get(ident);
  if (!port) throw portNotFound(ident);
  return port;
}

/** The node that a port names in its body: not there is the body's fault. @throws BadRequest */
async function ownerOf(core: Core, ident: string): Promise<NodeRecord> {
  const node = await core.store.nodes.get(ident);
  if (!node) throw new BadRequest(`Node ${ident} could not be found.`, 'NodeNotFound');
  return node;
}

/** `POST /v1/ports`. @param fields have passed the schema. Round trips: 3 Postgres. */
export async function createPort(core: Core, owner: string, fields: JsonObject, minor: number): Promise<PortRecord> {
  const address = portAddress(fields.address);
  checkPort(fields, minor);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<PortRecord>;
  const { uuid: node_uuid } = await ownerOf(core, owner);
  const uuid = given.uuid ?? randomUUID();
  return whenFree<PortRecord>(core, node_uuid, () => ({ write: () => core.store.ports.create({ ...given, uuid, address, node_uuid }) }));
}

/** `PATCH /v1/ports/{port}`. Round trips: 3 Postgres, 4 when the port moves to another node. */
export async function updatePort(core: Core, ident: string, operations: PatchOperation[], minor: number): Promise<PortRecord> {
  let read: PortRecord | undefined = await findPort(core, ident, minor);
  const { uuid, node_uuid } = read;
  return whenFree<PortRecord>(core, node_uuid, async (node) => {
    const port = read ?? (await findPort(core, uuid, minor));
    read = undefined;
    const changed = patchedPort(port, operations, minor);
    if (Object.keys(changed).length === 0) return { is: port };
    if (changed.node_uuid !== undefined) await ownerOf(core, changed.node_uuid);
    checkPortChange(port, changed, node);
    return { write: () => core.store.ports.update(port, changed) };
  });
}

/** `DELETE /v1/ports/{uuid}`. @throws Conflict while a VIF is bound (unless in maintenance) or the node is held */
export async function deletePort(core: Core, uuid: string, minor: number): Promise<void> {
  if (!isUuid(uuid)) throw new BadRequest(`Expected UUID for port_uuid: ${uuid}`, 'InvalidUUID');
  let read: PortRecord | undefined = await findPort(core, uuid, minor);
  await whenFree<true>(core, read.node_uuid, async (node) => {
    const port = read ?? (await findPort(core, uuid, minor));
    read = undefined;
    const vif = boundVif(port);
    if (vif && !node.maintenance) throw new Conflict(`Cannot delete the port ${uuid} as it is bound to VIF ${vif}`, 'PortBound');
    return { write: async () => (await core.store.ports.delete(port)) || undefined };
  });
}
