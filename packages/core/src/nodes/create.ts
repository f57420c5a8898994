import { randomUUID } from 'node:crypto';
import type { JsonObject, NodeRecord } from '@ingot/domain';
import type { Core } from '../context.ts';
import { offerFor, resolveInterfaces } from './interfaces.ts';
import { checkNetworkData } from './network-data.ts';
import { resolveReferences } from './references.ts';
import { checkName, conductorGroup } from './values.ts';

/**
 * `POST /v1/nodes`, in Ironic's order of checks: name, references, conductor, interfaces, duplicates.
 * @param fields have passed the schema
 * Round trips: 1 Postgres (2 with a parent). Takes no Redlock: nobody can hold a node that is not there yet.
 */
export async function createNode(core: Core, fields: JsonObject, minor: number): Promise<NodeRecord> {
  checkName(fields.name, minor, 'Cannot create node with invalid name');
  checkNetworkData((fields.network_data ?? {}) as JsonObject);
  const references = await resolveReferences(core, fields);
  const driver = String(fields.driver);
  const group = conductorGroup(fields.conductor_group);
  const offer = await offerFor(core, driver, group);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return core.store.nodes.create({
    ...(given as Partial<NodeRecord>),
    ...references,
    uuid: typeof fields.uuid === 'string' ? fields.uuid : randomUUID(),
    driver,
    conductor_group: group,
    ...resolveInterfaces(driver, offer, fields),
    provision_state: minor >= 11 ? 'enroll' : 'available',
  });
}
