import { continueInspection, heartbeat, lookupNode } from '@ingot/core';
import { NotFound } from '@ingot/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatch, type Incoming } from '../dispatch.ts';
import type { Route } from '../route.ts';
import { routes } from './agent.ts';

const node = { uuid: 'u', properties: {}, instance_info: { configdrive: 'x' }, driver_internal_info: { agent_secret_token: 'stored' } };
vi.mock('@ingot/core', () => ({
  agentConfig: (agent_token: string) => ({ agent_token }), heartbeat: vi.fn(),
  lookupNode: vi.fn(async () => ({ node, token: 'fresh' })), continueInspection: vi.fn(async () => ({ uuid: 'u' })),
}));
const ask = (path: string, minor: number, query: { [name: string]: string }, body?: unknown) =>
  dispatch(routes.find((route) => route.path.startsWith(path)) as Route, { params: { node_ident: 'n' }, query, body, minor, baseUrl: 'http://bm', requestId: 'req-1' } as unknown as Incoming);

describe('what agents call', () => {
  beforeEach(() => vi.clearAllMocks());
  it('looks up by addresses, ignoring what is none', async () => {
    const answer = await ask('/v1/lookup', 62, { addresses: 'AA-BB-CC-DD-EE-01, lo,aa:bb:cc:dd:ee:02' });
    expect(lookupNode).toHaveBeenCalledWith(undefined, { addresses: ['aa:bb:cc:dd:ee:01', 'aa:bb:cc:dd:ee:02'], minor: 62 });
    expect(answer?.body).toMatchObject({ node: { instance_info: { configdrive: '******' }, driver_internal_info: { agent_secret_token: '******' } }, config: { agent_token: 'fresh' } });
    await expect(ask('/v1/lookup', 62, {})).rejects.toThrow('Missing mandatory parameter: addresses');
    await expect(ask('/v1/lookup', 62, { addresses: 'lo' })).rejects.toThrow(NotFound);
  });
  it('takes a heartbeat from body or query, each field since its version', async () => {
    expect(await ask('/v1/heartbeat', 62, { callback_url: '' }, { agent_token: 't' })).toEqual({});
    expect(heartbeat).toHaveBeenCalledWith(undefined, { ident: 'n', callbackUrl: '', agentToken: 't', minor: 62, requestId: 'req-1' });
    const beat = { callback_url: 'https://agent:9999', agent_token: 't' };
    await expect(ask('/v1/heartbeat', 67, {}, { ...beat, agent_verify_ca: 'pem' })).rejects.toThrow('Field "agent_verify_ca" not recognised');
    await expect(ask('/v1/heartbeat', 115, {}, { callback_url: 'https://agent:9999' })).rejects.toThrow('Missing mandatory parameter: agent_token');
    await expect(ask('/v1/heartbeat', 115, {}, { ...beat, callback_url: 'ftp://agent' })).rejects.toThrow('callback_url');
    await expect(ask('/v1/heartbeat', 115, {}, [])).rejects.toThrow('must be a JSON object');
  });
  it('takes inspection data at 1.1 and from 1.84 on, each in its form', async () => {
    const data = { inventory: { interfaces: [{ mac_address: 'AA:BB:CC:DD:EE:01' }, { mac_address: null }] } };
    expect(await ask('/v1/continue', 1, {}, data)).toEqual({ body: { uuid: 'u' } });
    expect(continueInspection).toHaveBeenCalledWith(undefined, expect.objectContaining({ addresses: ['aa:bb:cc:dd:ee:01'], data }));
    expect((await ask('/v1/continue', 84, { node_uuid: 'u' }, data))?.body).toMatchObject({ node: { uuid: 'u' }, config: { agent_token: 'fresh' } });
    await expect(ask('/v1/continue', 83, {}, data)).rejects.toMatchObject({ status: 404, message: 'API version 1.84 or newer is required' });
    await expect(ask('/v1/continue', 1, { node_uuid: 'u' }, data)).rejects.toThrow('Unexpected arguments');
    await expect(ask('/v1/continue', 84, {}, { inventory: {} })).rejects.toThrow(NotFound);
    await expect(ask('/v1/continue', 84, {}, {})).rejects.toThrow('Missing mandatory parameter: inventory');
  });
});
