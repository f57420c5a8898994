import { BadRequest, isUuid, nodeNotFound, type NodeRecord } from '@ingot/domain';
import type { ApiRequest } from './route.ts';

/** The node that the path names: uuid, or from 1.5 on its name. @throws NotFound for a name below 1.5 */
export function nodeIdent(request: ApiRequest): string {
  const ident = request.params.node_ident as string;
  if (request.minor < 5 && !isUuid(ident)) throw nodeNotFound(ident);
  return ident;
}
/** 1 Postgres round trip. @throws NotFound */
export async function readNode(request: ApiRequest): Promise<NodeRecord> {
  const ident = nodeIdent(request);
  const node = await request.core.store.nodes.get(ident);
  if (!node) throw nodeNotFound(ident);
  return node;
}

/** @throws BadRequest when one of these fields of a body is given and no uuid */
export function requireUuids(body: { [field: string]: unknown }, fields: readonly string[]): void {
  for (const field of fields) {
    const value = body[field];
    if (typeof value === 'string' && !isUuid(value)) throw new BadRequest(`Expected UUID for ${field}: ${value}`, 'InvalidUUID');
  }
}
