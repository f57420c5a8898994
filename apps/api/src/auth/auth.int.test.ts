import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKeystone } from '../../../../test/support/keystone.ts';
import { httpBasic } from './basic.ts';
import { keystone } from './keystone.ts';

const basic = (name: string, password: string) => ({ authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` });

describe('http_basic', () => {
  const dir = mkdtempSync(`${tmpdir()}/ingot-auth-`);
  const file = `${dir}/htpasswd`;
  let writes = 0;
  /** Each write has a time of its own, however coarse the clock of the file system is. */
  const write = (text: string) => {
    writeFileSync(file, text);
    utimesSync(file, new Date(), new Date(Date.now() + ++writes * 1000));
  };
  const entry = (name: string, password: string) => `${name}:${bcrypt.hashSync(password, 4).replace('$2b$', '$2y$')}\n`;
  afterAll(() => rmSync(dir, { recursive: true }));

  it('lets in who is in the file, and reads it again when it has changed', async () => {
    write(`# users\n\n${entry('ann', 'secret:with colon')}`);
    const auth = httpBasic(file);
    for (let i = 0; i < 2; i++) expect(await auth.authenticate(basic('ann', 'secret:with colon'))).toMatchObject({ user: 'ann', unrestricted: true });
    write(entry('bob', 'other'));
    expect(await auth.authenticate(basic('bob', 'other'))).toMatchObject({ user: 'bob' });
    await expect(auth.authenticate(basic('ann', 'secret:with colon'))).rejects.toThrow('Authentication');
  });
  it.each([
    ['nothing', {}, 'Authorization required'],
    ['another scheme', { authorization: 'Bearer x' }, 'Authorization required'],
    ['no colon', { authorization: `Basic ${Buffer.from('ann').toString('base64')}` }, 'Could not parse the Authorization header'],
    ['a wrong password', basic('bob', 'wrong'), 'Incorrect username or password'],
    ['an unknown name', basic('nobody', 'other'), 'Incorrect username or password'],
  ])('refuses %s with a challenge', async (_what, headers, message) => {
    write(entry('bob', 'other'));
    await expect(httpBasic(file).authenticate(headers)).rejects.toMatchObject({ challenge: 'Basic realm="Baremetal API"', body: { error: { message, code: 401 } } });
  });
  it.each(['ann:{SHA}abc=\n', 'no colon\n'])('answers 503 for a file with %j', async (text) => {
    write(text);
    await expect(httpBasic(file).authenticate(basic('ann', 'x'))).rejects.toMatchObject({ status: 503 });
  });
});

describe('keystone', () => {
  const service = { username: 'ironic', password: 'for-keystone' };
  let server: Awaited<ReturnType<typeof startKeystone>>;
  const settings = () => ({ ...service, url: `${server.url}/v3/`, project: 'service', domain: 'Default', cacheMs: 60_000, timeoutMs: 2_000 });
  const asked = (token: string) => ({ 'x-auth-token': token });
  beforeAll(async () => {
    server = await startKeystone(service);
  });
  afterAll(() => server.stop());

  it('asks once for a token, and knows its project, roles and scope', async () => {
    const auth = keystone(settings());
    const token = server.issue({ roles: ['Member', 'reader'], project: { id: 'p1', name: 'one' } });
    const before = server.counts.validations;
    for (let i = 0; i < 3; i++) expect(await auth.authenticate(asked(token))).toMatchObject({ projectId: 'p1', roles: ['member', 'reader'], system: false, service: false });
    expect(server.counts.validations - before).toBe(1);
    expect(await auth.authenticate(asked(server.issue({ roles: ['admin'], system: true })))).toMatchObject({ projectId: null, system: true });
    expect(await auth.authenticate(asked(server.issue({ roles: ['service'], project: { id: 's', name: 'service' } })))).toMatchObject({ service: true });
  });
  it('refuses no token, an unknown and an expired one', async () => {
    const auth = keystone(settings());
    const expired = server.issue({ roles: ['admin'], system: true, expires: new Date(Date.now() - 1000) });
    for (const headers of [{}, asked('unknown'), asked(expired)]) {
      await expect(auth.authenticate(headers)).rejects.toMatchObject({ challenge: `Keystone uri="${server.url}"` });
    }
  });
  it('logs in again when Keystone no longer knows its own token', async () => {
    const auth = keystone(settings());
    await auth.authenticate(asked(server.issue({ roles: ['reader'], system: true })));
    server.forgetServices();
    expect(await auth.authenticate(asked(server.issue({ roles: ['reader'], system: true })))).toMatchObject({ system: true });
  });
  it('answers 503 when Keystone refuses the service or is away, without saying the password', async () => {
    const token = server.issue({ roles: ['reader'], system: true });
    const wrong = keystone({ ...settings(), password: 'wrong-secret' });
    const error = await wrong.authenticate(asked(token)).catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 503 });
    expect(`${error.message} ${error.cause.message}`).not.toContain('wrong-secret');
    await expect(keystone({ ...settings(), url: 'http://127.0.0.1:9' }).authenticate(asked(token))).rejects.toMatchObject({ status: 503 });
  });
});
