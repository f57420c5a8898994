import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/setup/database.ts';
import { type Held, openStore, type Store } from './index.ts';

/** Which of two writers wins, on a real Postgres. */
describe('operations', () => {
  let store: Store;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await freshDatabase();
    drop = database.drop;
    store = openStore({ databaseUrl: database.databaseUrl, poolMax: 4, applicationName: 'test', conductorAliveMs: 1_000 });
  });
  afterAll(async () => {
    await store.close();
    await drop();
  });

  async function intent(): Promise<Held> {
    const node = await store.nodes.create({ uuid: randomUUID(), driver: 'fake-hardware', provision_state: 'available', extra: { kept: true } });
    const held = await store.operations.intent({
      nodeUuid: node.uuid, revision: node.revision, patch: { provision_state: 'deploying', target_provision_state: 'active' }, operationId: randomUUID(),
      verb: 'active', args: {}, before: {}, lockToken: null, deadlineMs: 60_000, requestId: 'req',
    });
    if (!held) throw new Error('no intent');
    return held;
  }
  const claim = ({ operation }: Held) =>
    store.operations.move({ operationId: operation.id, fence: operation.fence, from: ['intent', 'queued'], raiseFence: true, operation: { status: 'running', start: 1 } });
  const backToWaiting = ({ operation }: Held) =>
    store.operations.move({ operationId: operation.id, fence: operation.fence, from: ['intent', 'queued'], raiseFence: true, operation: { status: 'waiting' } });

  it('writes only the fields of the patch, and raises fence and revision', async () => {
    const { node } = await intent();
    expect(node).toMatchObject({ provision_state: 'deploying', driver: 'fake-hardware', extra: { kept: true }, fence: 1, revision: 1 });
  });
  it('merges driver_internal_info key by key; null removes one', async () => {
    const { operation } = await intent();
    const write = (info: { [key: string]: string | null }) =>
      store.operations.move({ operationId: operation.id, fence: operation.fence, from: ['intent'], node: { driver_internal_info: info } });
    await write({ a: '1', b: '2' });
    expect((await write({ a: null, c: '3' }))?.node.driver_internal_info).toEqual({ b: '2', c: '3' });
  });
  it('accepts an operation under its intent, and one that a conductor was faster to claim', async () => {
    const waitingForIt = await intent();
    expect(await store.operations.accept(waitingForIt.operation, 'pool')).toBe(true);
    expect((await store.operations.get(waitingForIt.operation.id))?.status).toBe('queued');
    const claimed = await intent();
    expect(await claim(claimed)).toBeDefined();
    expect(await store.operations.accept(claimed.operation, 'pool')).toBe(true);
    expect((await store.operations.get(claimed.operation.id))?.status).toBe('running');
  });
  it('does not accept a resumed operation that was put back to its wait meanwhile', async () => {
    const held = await intent();
    expect(await backToWaiting(held)).toBeDefined();
    expect(await store.operations.accept(held.operation, 'pool')).toBe(false);
    expect((await store.operations.get(held.operation.id))?.status).toBe('waiting');
  });
  it('lets exactly one of twenty claims win', async () => {
    const held = await intent();
    const won = await Promise.all(Array.from({ length: 20 }, () => claim(held)));
    expect(won.filter((one) => one !== undefined)).toHaveLength(1);
  });
  it('opens no second operation on a node', async () => {
    const { node } = await intent();
    const again = await store.operations.intent({
      nodeUuid: node.uuid, revision: node.revision, patch: {}, operationId: randomUUID(), verb: 'active', args: {}, before: {}, lockToken: null, deadlineMs: 1_000, requestId: 'req',
    });
    expect(again).toBeUndefined();
  });
});
