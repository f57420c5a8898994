const MICROVERSION = '1.115';

export interface ShownNode {
  uuid: string;
  name: string | null;
  provision_state: string;
  target_provision_state: string | null;
  reservation: string | null;
  last_error: string | null;
}
export interface ShownConductor {
  hostname: string;
  conductor_group: string;
  alive: boolean;
  drivers: string[];
}
export interface Answer {
  status: number;
  body: unknown;
  /** the server's own words when it said no, else empty */
  fault: string;
}

/** The API said no where a yes was expected. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** the server's own words */
  readonly fault: string;
  constructor(request: string, { status, fault }: Answer) {
    super(`${request}: ${status} ${fault}`);
    this.status = status;
    this.fault = fault;
  }
}

const NODE_FIELDS = 'uuid,name,provision_state,target_provision_state,reservation,last_error';

/** What shows the API who asks: a Keystone token, or name and password for `http_basic`. */
export function credentials(env: NodeJS.ProcessEnv): { [header: string]: string } {
  const { INGOT_API_TOKEN: token, INGOT_API_USER: user, INGOT_API_PASSWORD: password = '' } = env;
  if (token) return { 'X-Auth-Token': token };
  return user ? { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` } : {};
}

/** A small client of Ingot's API. Its methods throw ApiError for an answer that is not named, Error when there is none. */
export function clientOf(url: string, headers: { [header: string]: string } = {}) {
  async function request(
    method: string,
    path: string,
    body?: object,
    expected = [200, 201, 202, 204],
  ): Promise<Answer> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers: { 'X-OpenStack-Ironic-API-Version': MICROVERSION, ...headers, ...json },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    const answer = { status: response.status, body: parsed(text), fault: response.ok ? '' : faultOf(text) };
    if (!expected.includes(response.status)) throw new ApiError(`${method} ${path}`, answer);
    return answer;
  }

  /** Follows `next` until the list ends. */
  async function all<T>(path: string, key: string): Promise<T[]> {
    const found: T[] = [];
    for (let next: string | undefined = path; next !== undefined; ) {
      const page = (await request('GET', next)).body as { [key: string]: T[] } & { next?: string };
      found.push(...(page[key] ?? []));
      next = page.next === undefined ? undefined : pathOf(page.next);
    }
    return found;
  }

  return {
    url,
    request,
    all,
    /** @param ident uuid or name */
    node: async (ident: string) => (await request('GET', `/v1/nodes/${encodeURIComponent(ident)}?fields=${NODE_FIELDS}`)).body as ShownNode,
    nodes: () => all<ShownNode>(`/v1/nodes?fields=${NODE_FIELDS}`, 'nodes'),
    conductors: () => all<ShownConductor>('/v1/conductors?detail=true', 'conductors'),
    /** 409: the name is in use */
    create: (name: string, driver: string) => request('POST', '/v1/nodes', { name, driver }, [201, 409]),
    /** 202 accepted, 409 locked by somebody else, 503 refused */
    provision: (name: string, target: string) =>
      request('PUT', `/v1/nodes/${name}/states/provision`, { target }, [202, 409, 503]),
  };
}
export type Client = ReturnType<typeof clientOf>;

const pathOf = (link: string) => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The words inside Ironic's error envelope (JSON inside a string inside JSON, or plain), or the text as it is. */
export function faultOf(text: string): string {
  const { error_message: inner } = (parsed(text) ?? {}) as { error_message?: unknown };
  const envelope = typeof inner === 'string' ? parsed(inner) : inner;
  const { faultstring, description } = (envelope ?? {}) as { faultstring?: string; description?: string };
  return faultstring || description || (typeof inner === 'string' && inner) || text.trim();
}
