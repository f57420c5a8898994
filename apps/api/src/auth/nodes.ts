import { allowed, fieldPolicy, type Identity, type JsonObject, nodeNotFound, type PatchOperation, type Policy, segments } from '@ingot/domain';
import { nodeIdent } from '../ident.ts';
import type { ApiRequest } from '../route.ts';
import { demand, denied } from './guard.ts';

/** Who may enrol nodes only for their project gets them as their own. @throws Forbidden */
export function newOwner(identity: Identity, fields: JsonObject): JsonObject {
  if (allowed(identity, 'node:create')) return fields;
  if (identity.projectId === null || (fields.owner ?? identity.projectId) !== identity.projectId) throw denied('node:create');
  demand(identity, 'node:create:self_owned_node');
  return { ...fields, owner: identity.projectId };
}

/** Each field of a node has a rule of its own. Round trips: none without restriction, else Postgres 1. @throws Forbidden, NotFound */
export async function mayChange(request: ApiRequest, operations: PatchOperation[]): Promise<void> {
  const { identity, core } = request;
  if (identity.unrestricted) return;
  const asked = new Set<Policy>(operations.map(({ path }) => fieldPolicy(segments(path)[0] ?? '')));
  const owner = await core.store.nodes.ownership(nodeIdent(request));
  if (!owner) throw nodeNotFound(nodeIdent(request));
  for (const policy of asked.size > 0 ? asked : (['node:update'] as const)) demand(identity, policy, owner);
}
