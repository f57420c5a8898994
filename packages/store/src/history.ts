import type { HistoryRecord } from '@ingot/domain';
import type { Prisma } from './client.ts';
import { guarded } from './errors.ts';
import { type ListQuery, pageOf, pageSql, Where } from './listing.ts';

/** What happened to nodes; written by the statements that made it happen (sql/move.sql). */
export function historyStore(prisma: Prisma) {
  const query = <T>(text: string, ...values: unknown[]) => guarded(() => prisma.$queryRawUnsafe<T[]>(text, ...values));
  return {
    async list(nodeUuid: string, page: ListQuery): Promise<HistoryRecord[]> {
      const where = new Where();
      where.add('h.node_uuid = ?::uuid', nodeUuid);
      return pageOf(await query<{ page: string }>(pageSql('node_history', 'h', where, page), ...where.values));
    },
    async get(nodeUuid: string, uuid: string): Promise<HistoryRecord | undefined> {
      const rows = await query<{ row: HistoryRecord }>('SELECT to_jsonb(h) AS row FROM node_history h WHERE h.node_uuid = $1::uuid AND h.uuid = $2::uuid', nodeUuid, uuid);
      return rows[0]?.row;
    },
  };
}
