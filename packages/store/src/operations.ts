import type { JsonObject, NodePatch, NodeRecord, OpenStatus, OperationPhase, OperationRecord } from '@ingot/domain';
import type { Prisma } from './client.ts';
import { classify, guarded } from './errors.ts';
import { sql } from './sql.ts';

const MOVE = sql('move');
const INTENT = sql('intent');
const SWEEP = sql('sweep');
const REPAIR = sql('repair');
const RENEW = sql('renew');

/** A node together with the operation that is open on it. */
export interface Held {
  node: NodeRecord;
  operation: OperationRecord;
}
export interface HistoryEntry {
  conductor?: string | null;
  severity: 'INFO' | 'ERROR';
  event: string;
  event_type: string;
}
export interface IntentInput {
  nodeUuid: string;
  revision: number;
  patch: NodePatch;
  operationId: string;
  verb: string;
  args: JsonObject;
  before: JsonObject;
  lockToken: string | null;
  deadlineMs: number;
  requestId: string;
}
export interface OperationPatch {
  verb?: string;
  phase?: OperationPhase;
  status?: OperationRecord['status'];
  before?: JsonObject;
  args?: JsonObject;
  pool?: string | null;
  owner?: string | null;
  owner_host?: string | null;
  lock_token?: string | null;
  reason?: string | null;
  /** from now, by Postgres's clock; null clears */
  deadline_ms?: number | null;
  lease_ms?: number | null;
  /** counts one more start of the work */
  start?: 1;
}
export interface MoveInput {
  operationId: string;
  fence: number;
  from: OpenStatus[];
  raiseFence?: boolean;
  operation?: OperationPatch;
  node?: NodePatch;
  history?: HistoryEntry[];
  onlyIf?: 'lease' | 'deadline';
}
export type Fault = 'intent' | 'lease' | 'deadline' | 'queued';

/** Each call is one round trip to Postgres. All throw Unavailable during an outage. */
export function operationStore(prisma: Prisma) {
  const query = <T>(text: string, ...values: unknown[]) => guarded(() => prisma.$queryRawUnsafe<T[]>(text, ...values));

  return {
    /** @returns undefined when the node was written or taken since the check */
    async intent(input: IntentInput): Promise<Held | undefined> {
      try {
        const rows = await query<Held>(
          INTENT, input.nodeUuid, input.revision, JSON.stringify(input.patch), input.operationId, input.verb,
          JSON.stringify(input.args), JSON.stringify(input.before), input.lockToken, input.deadlineMs, input.requestId,
        );
        return rows[0];
      } catch (error) {
        const failure = classify(error);
        if (failure.kind === 'unique' && failure.constraint.includes('one_open')) return undefined;
        throw error;
      }
    },

    /** Fenced write on node and operation. @returns undefined when the caller has lost the operation */
    async move(input: MoveInput): Promise<Held | undefined> {
      const rows = await query<Held>(
        MOVE, input.operationId, input.fence, input.from, input.raiseFence ? 1 : 0, JSON.stringify(input.operation ?? {}),
        JSON.stringify(input.node ?? {}), JSON.stringify(input.history ?? []), input.onlyIf ?? null,
      );
      return rows[0];
    },

    /**
     * Marks an enqueued operation as accepted: still under the intent's fence, or started since by a conductor that was
     * faster. Compensated meanwhile (a new one reverted, a resumed one back in its wait) it is neither.
     * @param intent the operation as the intent wrote it
     * @returns false when it was compensated meanwhile
     */
    async accept(intent: Pick<OperationRecord, 'id' | 'fence' | 'starts'>, pool: string): Promise<boolean> {
      const rows = await query<{ id: string }>(
        `UPDATE operations SET status = CASE status WHEN 'intent' THEN 'queued' ELSE status END,
           pool = CASE status WHEN 'intent' THEN $4 ELSE pool END, accepted_at = now()
         WHERE id = $1::uuid AND ((fence = $2::int AND status IN ('intent', 'queued')) OR starts > $3::int) RETURNING id::text AS id`,
        intent.id, intent.fence, intent.starts, pool,
      );
      return rows.length === 1;
    },

    /** @returns the ids this conductor still owns */
    async renew(instance: string, ids: string[], leaseMs: number): Promise<string[]> {
      return (await query<{ id: string }>(RENEW, instance, ids, leaseMs)).map((row) => row.id);
    },

    async openOf(nodeUuid: string): Promise<OperationRecord | undefined> {
      const rows = await query<{ operation: OperationRecord }>(
        'SELECT to_jsonb(o) AS operation FROM operations o WHERE o.node_uuid = $1::uuid AND o.ended_at IS NULL', nodeUuid,
      );
      return rows[0]?.operation;
    },

    async get(id: string): Promise<OperationRecord | undefined> {
      const rows = await query<{ operation: OperationRecord }>('SELECT to_jsonb(o) AS operation FROM operations o WHERE o.id = $1::uuid', id);
      return rows[0]?.operation;
    },

    /** What a restarted conductor of this hostname left behind: running under another instance. */
    async leftBehind(hostname: string, instance: string): Promise<Held[]> {
      return query<Held>(
        `SELECT to_jsonb(n) AS node, to_jsonb(o) AS operation FROM operations o JOIN nodes n ON n.uuid = o.node_uuid
         WHERE o.ended_at IS NULL AND o.status = 'running' AND o.owner_host = $1 AND o.owner <> $2`,
        hostname, instance,
      );
    },

    sweep: (queuedMs: number) => query<Held & { fault: Fault }>(SWEEP, queuedMs),

    async unowned(transientStates: string[]): Promise<NodeRecord[]> {
      return (await query<{ node: NodeRecord }>(REPAIR, transientStates)).map((row) => row.node);
    },

    /** Operations that hold a slot: what the admission counter is rebuilt from. */
    holding: () =>
      query<{ id: string; pool: string; queued_seconds: number }>(
        `SELECT id::text AS id, pool,
           CASE status WHEN 'queued' THEN extract(epoch FROM now() - accepted_at)::float8 ELSE 0 END AS queued_seconds
         FROM operations WHERE ended_at IS NULL AND pool IS NOT NULL AND status IN ('intent', 'queued', 'running')`,
      ),
  };
}
