import { requestPower, requestProvision } from '@ingot/core';
import { BadRequest } from '@ingot/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatch, type Incoming } from '../dispatch.ts';
import type { Route } from '../route.ts';
import { routes } from './states.ts';

vi.mock('@ingot/core', () => ({ callDriver: vi.fn(), requestPower: vi.fn(async () => ({ uuid: 'u' })), requestProvision: vi.fn(async () => ({ uuid: 'u' })) }));

const put = (what: string, body: unknown, query = {}) => {
  const route = routes.find(({ method, path }) => method === 'PUT' && path.endsWith(what));
  const request = { params: { node_ident: 'n' }, query, body, minor: 115, baseUrl: 'http://bm', requestId: 'req-1' };
  return dispatch(route as Route, request as unknown as Incoming);
};
const base = { ident: 'n', minor: 115, requestId: 'req-1' };

/** Only the shape is judged here; what a verb may do is the use case's business. */
describe('the shape of state changes', () => {
  beforeEach(() => vi.clearAllMocks());
  it('hands a verb with its arguments to the use case', async () => {
    const steps = [{ interface: 'deploy', step: 'erase', args: { a: 1 } }];
    expect(await put('provision', { target: 'clean', clean_steps: steps, disable_ramdisk: 'yes' })).toEqual({ location: '/v1/nodes/u/states' });
    expect(requestProvision).toHaveBeenCalledWith(undefined, { ...base, verb: 'clean', cleanSteps: steps, disableRamdisk: true });
  });
  it('takes arguments from the query, and null for absent', async () => {
    await put('provision', { configdrive: null, clean_steps: null }, { target: 'manage' });
    expect(requestProvision).toHaveBeenCalledWith(undefined, { ...base, verb: 'manage' });
    await put('power', undefined, { target: 'power on', timeout: '30' });
    expect(requestPower).toHaveBeenCalledWith(undefined, { ...base, target: 'power on', timeout: 30 });
  });
  it('takes a config drive as text or as an object', async () => {
    for (const configdrive of ['H4sI', { meta_data: { a: 1 }, user_data: 'x' }]) {
      await put('provision', { target: 'active', configdrive });
      expect(requestProvision).toHaveBeenLastCalledWith(undefined, { ...base, verb: 'active', configdrive });
    }
  });
  it.each([
    [undefined, 'Missing mandatory parameter: target'], [{ target: null }, 'Missing mandatory parameter: target'], [[{ target: 'manage' }], 'must be a JSON object'],
    ['manage', 'must be a JSON object'], [{ target: 5 }, 'Schema error for target'], [{ target: 'manage', extra: 1 }, 'extra'],
    [{ target: 'clean', clean_steps: [{ step: 'x' }] }, 'clean_steps.0.interface'], [{ target: 'clean', clean_steps: [{ interface: 'network', step: 'x' }] }, 'clean_steps.0.interface'],
    [{ target: 'active', deploy_steps: [{ interface: 'deploy', step: 'x', args: {} }] }, 'deploy_steps.0.priority'], [{ target: 'active', configdrive: { files: [] } }, 'configdrive'],
    [{ target: 'clean', disable_ramdisk: 'perhaps' }, 'disable_ramdisk'],
  ])('refuses %j', async (body, text) => {
    await expect(put('provision', body)).rejects.toThrow(BadRequest);
    await expect(put('provision', body)).rejects.toThrow(text);
    expect(requestProvision).not.toHaveBeenCalled();
  });
  it('refuses a power timeout that is no number', async () => {
    await expect(put('power', { target: 'power on', timeout: 'soon' })).rejects.toThrow('Schema error for timeout');
  });
});
