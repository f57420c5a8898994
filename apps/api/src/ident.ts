import { isUuid, nodeNotFound, type NodeRecord } from '@ingot/domain';
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
