import type { Core } from '@ingot/core';
import { describe, expect, it } from 'vitest';
import { createLogin } from './login.ts';
import { buildDashboard } from './server.ts';

const up = async () => undefined;
const core = { store: { ping: up }, queue: { ping: up } } as unknown as Core;
const right = { authorization: `Basic ${Buffer.from('admin:right').toString('base64')}` };
const wrong = { authorization: `Basic ${Buffer.from('admin:wrong').toString('base64')}` };

async function dashboard(writable: boolean) {
  const login = createLogin('admin', 'right');
  return (await buildDashboard(core, { login, apiUrl: 'http://api', writable })).app;
}

describe('the dashboard', () => {
  it.each(['/', '/api/queues', '/static/favicon-32x32.png', '/queue/any'])(
    'shows %s to nobody without the login',
    async (url) => {
      const app = await dashboard(false);
      expect((await app.inject({ url })).statusCode).toBe(401);
      expect((await app.inject({ url, headers: wrong })).statusCode).toBe(401);
      expect((await app.inject({ url, headers: right })).statusCode).toBe(200);
    },
  );
  it.each(['/livez', '/readyz'])('answers %s without one', async (url) => {
    expect((await (await dashboard(false)).inject({ url })).statusCode).toBe(200);
  });
  it('changes nothing unless it is writable', async () => {
    const pause = { method: 'PUT', url: '/api/queues/pause', headers: right } as const;
    expect((await (await dashboard(false)).inject(pause)).statusCode).toBe(405);
    expect((await (await dashboard(true)).inject(pause)).statusCode).toBe(200);
  });
});
