import { until } from './cluster.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are compared field by field in the tests
  body: any;
  text: string;
}

/** A client of the HTTP API as automation writes one. */
export function clientOf(url: string, version = '1.115') {
  async function request(method: string, path: string, body?: unknown, headers: { [name: string]: string } = {}): Promise<Answer> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'X-OpenStack-Ironic-API-Version': version, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      parsed = undefined;
    }
    return { status: answer.status, headers: answer.headers, body: parsed, text };
  }
  const provision = (node: string, target: string, extra: object = {}) => request('PUT', `/v1/nodes/${node}/states/provision`, { target, ...extra });
  const node = async (ident: string) => (await request('GET', `/v1/nodes/${ident}`)).body;
  const reaches = (ident: string, state: string, limitMs = 15_000) =>
    until(async () => {
      const read = await node(ident);
      return read.provision_state === state && read.reservation === null ? read : undefined;
    }, `${ident} reaches ${state}`, limitMs);
  /** Creates a node and walks it to `available`. */
  async function available(name: string, driver_info: object = {}): Promise<{ uuid: string }> {
    const created = await request('POST', '/v1/nodes', { driver: 'fake-hardware', name, driver_info });
    if (created.status !== 201) throw new Error(created.text);
    await accepted(name, 'manage');
    await reaches(name, 'manageable');
    await accepted(name, 'provide');
    await reaches(name, 'available');
    return created.body;
  }
  /** Asks until it is accepted: 503 and 409 say "again", as real clients understand them. */
  async function accepted(ident: string, target: string, extra: object = {}): Promise<void> {
    await until(async () => {
      const answer = await provision(ident, target, extra);
      if (![202, 409, 503].includes(answer.status)) throw new Error(`${target} of ${ident}: ${answer.status} ${answer.text}`);
      return answer.status === 202;
    }, `${target} of ${ident} is accepted`, 20_000);
  }
  return { request, provision, node, reaches, available, accepted };
}
export const faultOf = (answer: Answer): string => JSON.parse(answer.body.error_message).faultstring;
