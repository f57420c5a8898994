import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Grant {
  roles: string[];
  project?: { id: string; name: string };
  system?: boolean;
  /** default: in an hour */
  expires?: Date;
}

/** As much of Keystone v3 as validates tokens, on a port of its own. */
export async function startKeystone(service: { username: string; password: string }) {
  const tokens = new Map<string, Grant>();
  const own = new Set<string>();
  const counts = { logins: 0, validations: 0 };
  const server = createServer(async (request, response) => {
    const reply = (status: number, body?: object, headers: { [name: string]: string } = {}) => response.writeHead(status, headers).end(body && JSON.stringify(body));
    if (!request.url?.startsWith('/v3/auth/tokens')) return reply(404);
    if (request.method === 'POST') {
      const { auth } = JSON.parse(await bodyOf(request));
      const { name, password } = auth.identity.password.user;
      counts.logins++;
      if (name !== service.username || password !== service.password) return reply(401);
      const token = randomUUID();
      own.add(token);
      return reply(201, { token: {} }, { 'x-subject-token': token });
    }
    counts.validations++;
    if (!own.has(String(request.headers['x-auth-token']))) return reply(401);
    const grant = tokens.get(String(request.headers['x-subject-token']));
    if (!grant) return reply(404);
    const { roles, project, system, expires = new Date(Date.now() + 3_600_000) } = grant;
    reply(200, {
      token: {
        expires_at: expires.toISOString(), user: { id: randomUUID(), name: 'somebody' }, roles: roles.map((name) => ({ id: name, name })),
        ...(project ? { project } : {}), ...(system ? { system: { all: true } } : {}),
      },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    /** @returns a token that stands for this */
    issue(grant: Grant): string {
      const token = randomUUID();
      tokens.set(token, grant);
      return token;
    },
    /** makes the service's own tokens worthless, as a restart of Keystone with new keys does */
    forgetServices: () => own.clear(),
    stop: () => new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
