import { createHash } from 'node:crypto';
import { type Identity, Unavailable } from '@ingot/domain';
import { z } from 'zod';
import { type Authenticator, Unauthorized } from './authenticator.ts';

export interface KeystoneSettings {
  /** base of Keystone, with or without /v3 */
  url: string;
  /** who this service is to Keystone */
  username: string;
  password: string;
  /** the project of services: the role `service` in it counts as a system member */
  project: string;
  domain: string;
  /** how long a validated token is believed; a revoked one lives on so long */
  cacheMs: number;
  /** limit of one request to Keystone */
  timeoutMs: number;
}

const TOKEN = z.looseObject({
  token: z.looseObject({
    expires_at: z.iso.datetime({ offset: true }),
    user: z.looseObject({ name: z.string() }),
    roles: z.array(z.looseObject({ name: z.string() })).default([]),
    project: z.looseObject({ id: z.string(), name: z.string() }).optional(),
    system: z.looseObject({ all: z.boolean().optional() }).optional(),
  }),
});
/** Tokens are many and secrets: the cache knows their digests only, and not more than this. */
const CACHE_SIZE = 10_000;

/**
 * Keystone v3: each token is validated by Keystone and believed for `cacheMs` (Ironic: keystonemiddleware).
 * Round trips: none for a token seen before; else one to Keystone, two when our own token has run out.
 */
export function keystone(settings: KeystoneSettings): Authenticator {
  const base = settings.url.replace(/\/+$/, '').replace(/\/v3$/, '');
  const cache = new Map<string, { identity: Identity; until: number }>();
  let ownToken: Promise<string> | undefined;

  const refused = () =>
    new Unauthorized(`Keystone uri="${base}"`, { error: { code: 401, title: 'Unauthorized', message: 'The request you have made requires authentication.' } });

  function ask(path: string, init: RequestInit): Promise<Response> {
    return fetch(`${base}${path}`, { ...init, signal: AbortSignal.timeout(settings.timeoutMs) }).catch((cause: Error) => {
      throw unavailable(cause);
    });
  }
  async function logIn(): Promise<string> {
    const { username: name, password, project, domain } = settings;
    const user = { name, password, domain: { name: domain } };
    const auth = { identity: { methods: ['password'], password: { user } }, scope: { project: { name: project, domain: { name: domain } } } };
    const answer = await ask('/v3/auth/tokens', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ auth }) });
    const token = answer.headers.get('x-subject-token');
    if (!answer.ok || token === null) throw unavailable(new Error(`Keystone refused the service's own login with ${answer.status}.`));
    return token;
  }
  async function validate(token: string, again = true): Promise<Response> {
    ownToken ??= logIn();
    const own = ownToken;
    const mine = await own.catch((error) => {
      if (ownToken === own) ownToken = undefined;
      throw error;
    });
    const answer = await ask('/v3/auth/tokens?nocatalog', { headers: { 'x-auth-token': mine, 'x-subject-token': token } });
    if (answer.status !== 401 || !again) return answer;
    if (ownToken === own) ownToken = undefined;
    return validate(token, false);
  }
  return {
    async authenticate(headers) {
      const token = headers['x-auth-token'];
      if (typeof token !== 'string' || token === '') throw refused();
      const digest = createHash('sha256').update(token).digest('base64');
      const seen = cache.get(digest);
      if (seen && seen.until > Date.now()) return seen.identity;
      cache.delete(digest);
      const answer = await validate(token);
      if (answer.status === 404) throw refused();
      if (!answer.ok) throw unavailable(new Error(`Keystone answered ${answer.status}.`));
      const parsed = TOKEN.safeParse(await answer.json().catch(() => undefined));
      if (!parsed.success) throw unavailable(parsed.error);
      const { expires_at, user, roles, project, system } = parsed.data.token;
      const expires = Date.parse(expires_at);
      if (expires <= Date.now()) throw refused();
      const names = roles.map(({ name }) => name.toLowerCase());
      const service = names.includes('service') && project?.name === settings.project;
      const identity: Identity = { user: user.name, projectId: project?.id ?? null, roles: names, system: system?.all === true, service, unrestricted: false };
      if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string);
      cache.set(digest, { identity, until: Math.min(expires, Date.now() + settings.cacheMs) });
      return identity;
    },
  };
}

const unavailable = (cause: Error) => new Unavailable('The identity service is not available; retry later.', 'AuthenticationUnavailable', { cause });
