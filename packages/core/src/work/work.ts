import { setTimeout as delay } from 'node:timers/promises';
import { type DriverRegistry, type DriverTask, type JsonObject, LostOwnership, type NodePatch, type NodeRecord, type OperationRecord, type PortRecord } from '@ingot/domain';
import type { Held, OperationPatch } from '@ingot/store';
import type { Core } from '../context.ts';

/** Why work was told to stop. `lost`: another owns the operation, write nothing. `stopping`: this conductor is ending. */
export type StopReason = 'lost' | 'stopping';

/**
 * One running operation as the conductor sees it (Ironic: TaskManager): the node, the fence it holds, and the only way
 * to write. A driver gets it as its DriverTask.
 */
export class Work implements DriverTask {
  node: NodeRecord;
  operation: OperationRecord;
  lockToken: string | null = null;
  /** the pool whose slot this work holds; the row forgets it when the operation starts to wait */
  readonly slotPool: string;
  /** monotonic ms until which this process may act without asking Postgres */
  ownedUntil: number;
  readonly core: Core;
  readonly drivers: DriverRegistry;
  readonly #abort = new AbortController();

  constructor(core: Core, drivers: DriverRegistry, held: Held, ownedUntil: number, slotPool: string) {
    this.core = core;
    this.drivers = drivers;
    this.node = held.node;
    this.operation = held.operation;
    this.ownedUntil = ownedUntil;
    this.slotPool = slotPool;
  }
  get operationId(): string {
    return this.operation.id;
  }
  get fence(): number {
    return this.operation.fence;
  }
  get signal(): AbortSignal {
    return this.#abort.signal;
  }
  stop(reason: StopReason): void {
    this.#abort.abort(reason);
  }
  lose(): void {
    this.core.log.error({ node: this.node.uuid, operation: this.operationId, fence: this.fence }, 'ownership.lost');
    this.stop('lost');
  }
  assertOwned(): void {
    if (this.signal.aborted || performance.now() >= this.ownedUntil) throw new LostOwnership(this.operationId);
  }
  async sleep(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.signal });
  }
  ports(): Promise<PortRecord[]> {
    return this.core.store.ports.ofNode(this.node.uuid);
  }
  log(event: string, fields: JsonObject = {}): void {
    this.core.log.info({ ...fields, node: this.node.uuid, operation: this.operationId, fence: this.fence }, event);
  }

  /** Writes progress under the fence. 1 Postgres round trip. @throws LostOwnership */
  async save(node: NodePatch, operation: OperationPatch = {}): Promise<void> {
    const held = await this.core.store.operations.move({ operationId: this.operationId, fence: this.fence, from: ['running'], node, operation });
    if (!held) {
      this.lose();
      throw new LostOwnership(this.operationId);
    }
    this.node = held.node;
    this.operation = held.operation;
  }
}

/** What a flow came to; a failure is thrown (DriverError or anything else). */
export type FlowResult =
  | { kind: 'done'; event: string; patch?: NodePatch; target?: string | null }
  | { kind: 'wait'; patch?: NodePatch; timeoutMs?: number }
  | { kind: 'hold'; patch?: NodePatch }
  /** the flow ended without moving provision_state (power; cleaning up after an abort) */
  | { kind: 'settled'; patch?: NodePatch };
