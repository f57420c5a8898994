import { type Core, portNotFound } from '@ingot/core';
import { allowed, Forbidden, type Identity, nodeNotFound, type Ownership, type Policy } from '@ingot/domain';
import type { Route } from '../route.ts';

/** Ironic's words for a policy that says no. */
export const denied = (policy: Policy) => new Forbidden(`Access was denied to the following resource: baremetal:${policy}`, 'HTTPForbidden');

/** @throws Forbidden */
export function demand(identity: Identity, policy: Policy, of?: Ownership): void {
  if (!allowed(identity, policy, of)) throw denied(policy);
}

/** What the path names → whose it is, who may see it, and the answer to those who may not. */
const NAMED: { [parameter: string]: { see: Policy; find: (core: Core, ident: string) => Promise<Ownership | undefined>; missing: (ident: string) => Error } } = {
  node_ident: { see: 'node:get', find: (core, ident) => core.store.nodes.ownership(ident), missing: nodeNotFound },
  port: { see: 'port:get', find: (core, ident) => core.store.ports.ownership(ident), missing: portNotFound },
};

/**
 * Asks the route's policy before its handler runs. Who may not even see a thing is told that it is not there.
 * @throws Forbidden (403), NotFound (404)
 * Round trips: none for callers without restriction or for a rule that does not ask whose it is; else Postgres 1.
 */
export async function authorise(core: Core, { policy }: Pick<Route, 'policy'>, identity: Identity, params: { [name: string]: string }): Promise<void> {
  if (allowed(identity, policy)) return;
  const [parameter, ident] = Object.entries(params).find(([name]) => Object.hasOwn(NAMED, name)) ?? [];
  if (parameter === undefined || ident === undefined) throw denied(policy);
  const { see, find, missing } = NAMED[parameter] as (typeof NAMED)[string];
  const owner = await find(core, ident);
  if (!owner || !allowed(identity, see, owner)) throw missing(ident);
  demand(identity, policy, owner);
}

/** @returns the project whose things a list shows to this caller; undefined: everybody's */
export const ownProject = (identity: Identity, listAll: Policy): string | undefined => (allowed(identity, listAll) ? undefined : (identity.projectId ?? ''));
