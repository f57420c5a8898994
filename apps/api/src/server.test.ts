import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { loadConfig } from '@ingot/config';
import type { Core } from '@ingot/core';
import { noFreeWorker, UNRESTRICTED } from '@ingot/domain';
import { createLog, createMetrics } from '@ingot/telemetry';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { integer, text } from './arguments.ts';
import { noauth, Unauthorized } from './auth/authenticator.ts';
import { type Route, route } from './route.ts';
import { buildServer } from './server.ts';

const store = { ping: vi.fn(async () => undefined) };
const queue = { ping: vi.fn(async () => undefined) };
function stubCore(): Core {
  const parts = { config: loadConfig({}), log: createLog('silent', 'test'), metrics: createMetrics(), store, queue };
  return parts as unknown as Core;
}
let release: (() => void) | undefined;
const ok = async () => ({ body: {} });
const open = { summary: 'x', policy: 'public', success: 200 } as const;
const ROUTES: Route[] = [
  route({ ...open, method: 'GET', path: '/', handler: ok }),
  route({ ...open, method: 'GET', path: '/v1', handler: async ({ baseUrl }) => ({ body: { baseUrl } }) }),
  route({ ...open, method: 'GET', path: '/v1/things', query: { a: text(), b: text(), c: integer({ since: 9 }) }, handler: async ({ query, minor }) => ({ body: { query, minor } }) }),
  route({ ...open, method: 'POST', path: '/v1/things', body: z.unknown(), success: 201, handler: async ({ body }) => ({ body: { body }, location: '/v1/things/1' }) }),
  route({ ...open, method: 'GET', path: '/v1/nodes/:node_ident', handler: async ({ params }) => ({ body: params }) }),
  route({ ...open, method: 'PUT', path: '/v1/nodes/:node_ident', bodyLimitKib: 2048, success: 202, handler: async () => ({ location: '/v1/nodes/n/states' }) }),
  route({ ...open, method: 'DELETE', path: '/v1/nodes/:node_ident', success: 204, handler: async () => ({}) }),
  route({ ...open, method: 'GET', path: '/v1/busy', handler: async () => { throw noFreeWorker(); } }),
  route({ ...open, method: 'GET', path: '/v1/bug', handler: async () => { throw new Error('secret detail', { cause: new Error('deeper') }); } }),
  route({ ...open, method: 'GET', path: '/v1/slow', handler: () => new Promise((resolve) => { release = () => resolve({ body: { slow: true } }); }) }),
  route({ ...open, method: 'GET', path: '/v1/new', since: 50, handler: ok }),
  route({ ...open, method: 'POST', path: '/v1/new', since: 50, below: 405, handler: ok }),
  route({ ...open, method: 'PUT', path: '/v1/new', since: 50, below: 406, handler: ok }),
  route({ ...open, method: 'GET', path: '/v1/private', policy: 'node:list', handler: async ({ identity }) => ({ body: identity }) }),
  route({
    ...open, method: 'PUT', path: '/v1/either', body: z.strictObject({ target: z.string(), extra: z.string().optional() }), bodySince: { extra: 20 }, bodyOrQuery: true,
    handler: async ({ body }) => ({ body }),
  }),
];

describe('the HTTP server', () => {
  let app: FastifyInstance;
  let core: Core;
  beforeEach(() => {
    core = stubCore();
    app = buildServer(core, ROUTES, noauth);
  });
  afterEach(() => app.close());
  const inner = (answer: { body: string }) => JSON.parse(JSON.parse(answer.body).error_message);
  const get = (url: string, headers: { [name: string]: string } = {}) => app.inject({ method: 'GET', url, headers });
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: string, headers: { [name: string]: string } = {}) =>
    app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  const json = { 'content-type': 'application/json' };

  it('puts version range and request id on every answer', async () => {
    const answers = [
      await get('/'), await get('/v1/'), await get('/v1/things'), await get('/v1/nope'), await send('DELETE', '/v1/things'), await get('/v1/bug'),
      await get('/v1/busy'), await get('/v1/new'), await get('/v1/things', { 'x-openstack-ironic-api-version': '1.200' }), await get('/v1/things?zz=1'),
      await send('POST', '/v1/things', '{', json), await send('PUT', '/v1/nodes/n'), await send('DELETE', '/v1/nodes/n'), await get('/v1/nodes/%ZZ'),
      await send('POST', '/v1/things', JSON.stringify('x'.repeat(1024 * 1024)), json),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 404, 405, 500, 503, 404, 406, 400, 400, 202, 204, 400, 413]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ 'x-openstack-ironic-api-minimum-version': '1.1', 'x-openstack-ironic-api-maximum-version': '1.115' });
      expect(headers['x-openstack-request-id']).toMatch(/^req-[0-9a-f-]{36}$/);
      expect(headers['openstack-request-id']).toBe(headers['x-openstack-request-id']);
    }
  });
  it('echoes the negotiated version, also on errors', async () => {
    const asked = { 'openstack-api-version': 'baremetal 1.42' };
    expect((await get('/v1/things')).headers['x-openstack-ironic-api-version']).toBe('1.1');
    expect((await get('/v1/things', asked)).json()).toEqual({ query: {}, minor: 42 });
    for (const url of ['/v1/things', '/v1/things?zz=1', '/v1/busy', '/v1/new']) expect((await get(url, asked)).headers['x-openstack-ironic-api-version']).toBe('1.42');
    expect((await send('POST', '/v1/things', '{', { ...json, ...asked })).headers['x-openstack-ironic-api-version']).toBe('1.42');
  });
  it('refuses versions out of range with the range, unreadable ones without', async () => {
    const out = await get('/v1/', { 'x-openstack-ironic-api-version': '1.116' });
    expect(out.statusCode).toBe(406);
    expect(inner(out)).toMatchObject({ code: 406, title: 'Not Acceptable', description: expect.stringContaining('[1.1, 1.115]') });
    expect(out.headers).not.toHaveProperty('x-openstack-ironic-api-version');
    const unreadable = await get('/v1/', { 'x-openstack-ironic-api-version': 'new' });
    expect(unreadable.statusCode).toBe(406);
    expect(unreadable.headers).not.toHaveProperty('x-openstack-ironic-api-minimum-version');
  });
  it('tells unknown paths from unknown methods', async () => {
    const unknown = await get('/v1/nope');
    expect(unknown.statusCode).toBe(404);
    expect(inner(unknown)).toEqual({ code: 404, title: 'Not Found', description: '' });
    const method = await send('PUT', '/v1/things');
    expect(method.statusCode).toBe(405);
    expect(inner(method)).toEqual({ code: 405, title: 'Method Not Allowed', description: '' });
    expect(method.headers.allow).toBe('GET, POST');
  });
  it('answers HEAD on /v1 only', async () => {
    const head = (url: string) => app.inject({ method: 'HEAD', url });
    expect(await head('/v1')).toMatchObject({ statusCode: 200, body: '' });
    expect((await head('/v1/')).statusCode).toBe(200);
    expect((await head('/v1/things')).statusCode).toBe(405);
    expect((await head('/v1/nope')).statusCode).toBe(404);
  });
  it('gates new routes by version', async () => {
    const version = { 'x-openstack-ironic-api-version': '1.50' };
    expect([(await get('/v1/new')).statusCode, (await get('/v1/new', version)).statusCode]).toEqual([404, 200]);
    expect([(await send('POST', '/v1/new')).statusCode, (await send('POST', '/v1/new', undefined, version)).statusCode]).toEqual([405, 200]);
  });
  it('answers 406 where the gate is the handler\'s', async () => {
    const old = await send('PUT', '/v1/new');
    expect([old.statusCode, inner(old).faultstring]).toEqual([406, 'Request not acceptable.']);
  });
  it('parses arguments as declared, and gates them', async () => {
    const version = { 'x-openstack-ironic-api-version': '1.9' };
    expect((await get('/v1/things?c=7', version)).json().query).toEqual({ c: 7 });
    expect(inner(await get('/v1/things?c=x', version)).faultstring).toBe('Expected an integer for c: x');
    expect([(await get('/v1/things?c=7')).statusCode, inner(await get('/v1/things?c=7')).faultstring]).toEqual([406, 'Request not acceptable. The minimal required API version should be 1.9']);
  });
  it('takes simple arguments from body or query, the body first, and gates them', async () => {
    const version = { 'x-openstack-ironic-api-version': '1.20', ...json };
    expect((await send('PUT', '/v1/either?target=q')).json()).toEqual({ target: 'q' });
    expect((await send('PUT', '/v1/either?target=q', '{"target":"b","extra":null}', json)).json()).toEqual({ target: 'b' });
    expect((await send('PUT', '/v1/either', '{"target":"b","extra":"e"}', version)).statusCode).toBe(200);
    expect((await send('PUT', '/v1/either', '{"target":"b","extra":"e"}', json)).statusCode).toBe(406);
    for (const body of ['[]', '"x"', '{"zz":1}']) expect((await send('PUT', '/v1/either?target=q', body, json)).statusCode, body).toBe(400);
    expect(inner(await send('PUT', '/v1/either')).faultstring).toBe('Missing mandatory parameter: target');
  });
  it('asks who it is before anything else, except where it is public', async () => {
    const closed = buildServer(core, ROUTES, {
      authenticate: async ({ 'x-auth-token': token }) => {
        if (token !== 'right') throw new Unauthorized('Basic realm="x"', { error: { message: 'no', code: 401 } });
        return { ...UNRESTRICTED, unrestricted: false, roles: ['reader'] };
      },
    });
    const ask = (url: string, headers = {}) => closed.inject({ method: 'GET', url, headers });
    expect((await ask('/v1/things')).statusCode).toBe(200);
    const refused = await ask('/v1/private', { 'x-openstack-ironic-api-version': '1.200' });
    expect([refused.statusCode, refused.headers['www-authenticate'], refused.json()]).toEqual([401, 'Basic realm="x"', { error: { message: 'no', code: 401 } }]);
    expect((await ask('/v1/private', { 'x-auth-token': 'right' })).json()).toMatchObject({ roles: ['reader'] });
  });
  it('serves paths without /v1, with a trailing slash, and any query', async () => {
    expect((await get('/things')).statusCode).toBe(200);
    expect((await get('/v1/things/')).statusCode).toBe(200);
    expect((await get('/nodes/a~b.c')).json()).toEqual({ node_ident: 'a~b.c' });
    expect((await get('/things/?a=x?y&b=1&b=2')).json().query).toEqual({ a: 'x?y', b: '1,2' });
  });
  it('refuses unknown query arguments by name', async () => {
    const answer = await get('/v1/things?a=1&zz=2');
    expect(answer.statusCode).toBe(400);
    expect(inner(answer)).toEqual({ faultcode: 'Client', faultstring: 'Unexpected arguments: zz', debuginfo: null });
  });
  it('refuses what can be no identifier of a node', async () => {
    const answer = await get('/v1/nodes/a%20b');
    expect(answer.statusCode).toBe(400);
    expect(inner(answer)).toMatchObject({ code: 400, description: 'Expected a logical name or UUID but received a b.' });
  });
  it('answers 202 and 204 with nothing, and absolute locations', async () => {
    const accepted = await send('PUT', '/v1/nodes/n', '{}', { ...json, host: 'bm.example:6385' });
    expect(accepted).toMatchObject({ statusCode: 202, body: '' });
    expect(accepted.headers).not.toHaveProperty('content-type');
    expect(accepted.headers.location).toBe('http://bm.example:6385/v1/nodes/n/states');
    const gone = await send('DELETE', '/v1/nodes/n', undefined, { 'content-type': 'application/octet-stream' });
    expect(gone).toMatchObject({ statusCode: 204, body: '' });
    expect(gone.headers).not.toHaveProperty('content-type');
  });
  it('reads JSON whatever the content type says, and refuses everything else', async () => {
    for (const type of [json, {}, { 'content-type': 'text/plain' }]) expect((await send('POST', '/v1/things', '{"a":1}', type)).json()).toEqual({ body: { a: 1 } });
    expect((await send('POST', '/v1/things')).json()).toEqual({});
    for (const type of [json, { 'content-type': 'application/x-www-form-urlencoded' }, { 'content-type': ';;;' }]) {
      const answer = await send('POST', '/v1/things', 'a=1', type);
      expect(answer.statusCode).toBe(400);
      expect(inner(answer).faultstring).toBe('The request body is not valid JSON.');
    }
  });
  it('limits depth and size, each route its own', async () => {
    const deep = await send('POST', '/v1/things', `{"a": ${'['.repeat(25)}${']'.repeat(25)}, "a": 1}`, json);
    expect([deep.statusCode, deep.json()]).toEqual([400, { faultcode: 'Client', faultstring: 'The JSON document is nested deeper than 25 levels.' }]);
    const big = JSON.stringify('x'.repeat(1024 * 1024));
    const refused = await send('POST', '/v1/things', big, json);
    expect([refused.statusCode, refused.json().faultcode]).toEqual([413, 'Client']);
    expect((await send('PUT', '/v1/nodes/n', big, json)).statusCode).toBe(202);
  });
  it('says when to come again after a 503', async () => {
    const answer = await get('/v1/busy');
    expect([answer.statusCode, answer.headers['retry-after'], inner(answer).faultcode]).toEqual([503, '2', 'Server']);
  });
  it('logs a bug with its cause and shows nothing of it', async () => {
    const logged = vi.spyOn(core.log, 'error');
    const answer = await get('/v1/bug');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/secret|deeper/);
    expect(logged).toHaveBeenCalledExactlyOnceWith({ err: expect.objectContaining({ message: 'secret detail', cause: new Error('deeper') }), requestId: answer.headers['x-openstack-request-id'] }, 'request.failed');
  });
  it('writes one line and counts once for each request, by pattern', async () => {
    const logged = vi.spyOn(core.log, 'info');
    const answer = await get('/v1/nodes/mine?zz=1');
    await get('/v1/nope/mine');
    const line = { method: 'GET', route: '/v1/nodes/:node_ident', url: '/v1/nodes/mine', status: 400, ms: expect.any(Number), requestId: answer.headers['x-openstack-request-id'] };
    expect(logged.mock.calls).toEqual([[line, 'request.done'], [expect.objectContaining({ route: 'unknown', status: 404 }), 'request.done']]);
    const metrics = (await get('/metrics')).body;
    expect(metrics).toContain('ingot_http_requests_total{method="GET",route="/v1/nodes/:node_ident",status="400"} 1');
    expect(metrics).not.toContain('mine');
  });
  it('says whether it lives and is ready, and what is wrong', async () => {
    expect((await get('/livez')).json()).toEqual({ ok: true });
    expect((await get('/readyz')).statusCode).toBe(200);
    store.ping.mockRejectedValueOnce(new Error('connection refused'));
    const answer = await get('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ ok: false, checks: { postgres: 'connection refused', redis: 'ok' } });
  });
  it('finishes what it has in hand while closing, and refuses what still comes in', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    const head = (path: string) => `GET ${path} HTTP/1.1\r\nhost: bm\r\n\r\n`;
    socket.write(head('/v1/slow'));
    await vi.waitUntil(() => release);
    const closed = app.close();
    await vi.waitUntil(() => app.server.listening === false);
    const late = vi.spyOn(core.log, 'warn');
    socket.write(head('/v1/things'));
    await vi.waitUntil(() => late.mock.calls.length);
    release?.();
    await Promise.all([closed, once(socket, 'close')]);
    const [slow = '', refused = ''] = received.split(/(?=HTTP\/1\.1 503)/);
    expect(slow).toContain('{"slow":true}');
    expect(refused).toMatch(/retry-after: 2\r\n/);
    expect(refused).toContain('The service is stopping, please retry.');
  });
});
