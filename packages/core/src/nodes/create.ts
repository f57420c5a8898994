import { randomUUID } from 'node:crypto';
import { BadRequest, isConductorGroup, isNodeName, type JsonObject, type NodeRecord, NotAcceptable } from '@ingot/domain';
import type { Core } from '../context.ts';
import { offerFor, resolveInterfaces } from './interfaces.ts';

/** @throws BadRequest, NotAcceptable */
export function checkName(name: unknown, minor: number): void {
  if (name === null || name === undefined) return;
  if (minor < 5) throw new NotAcceptable();
  if (typeof name !== 'string' || !isNodeName(name, minor)) throw new BadRequest(`Cannot create node with invalid name '${String(name)}'`);
}
/** @returns the group in lower case. @throws BadRequest */
export function conductorGroup(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string' || !isConductorGroup(value)) throw new BadRequest(`Invalid conductor_group '${String(value)}': only letters, digits, "_", "-" and "." are allowed.`);
  return value.toLowerCase();
}

/**
 * `POST /v1/nodes`. @param fields have passed the schema
 * Round trips: 1 Postgres. Takes no Redlock: nobody can hold a node that is not there yet.
 */
export async function createNode(core: Core, fields: JsonObject, minor: number): Promise<NodeRecord> {
  checkName(fields.name, minor);
  const driver = String(fields.driver);
  const group = conductorGroup(fields.conductor_group);
  const offer = await offerFor(core, driver, group);
  if (fields.retired === true && minor < 11) throw new BadRequest('A node in available cannot be retired.');
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return core.store.nodes.create({
    ...(given as Partial<NodeRecord>),
    uuid: typeof fields.uuid === 'string' ? fields.uuid : randomUUID(),
    driver,
    conductor_group: group,
    ...resolveInterfaces(driver, offer, fields),
    provision_state: minor >= 11 ? 'enroll' : 'available',
  });
}
