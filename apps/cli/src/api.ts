export interface ShownNode {
  uuid: string;
  name: string;
  provision_state: string;
  target_provision_state: string | null;
  reservation: string | null;
  last_error: string | null;
}

/** A small client of our own API. @throws Error with the server's words for anything that is not expected */
export function apiOf(url: string) {
  async function request(method: string, path: string, body?: object, expected = [200, 201, 202]): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'X-OpenStack-Ironic-API-Version': '1.115', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    if (!expected.includes(answer.status)) throw new Error(`${method} ${path}: ${answer.status} ${faultOf(text)}`);
    return { status: answer.status, body: text ? JSON.parse(text) : undefined };
  }
  return {
    request,
    create: (name: string) => request('POST', '/v1/nodes', { driver: 'fake-hardware', name }),
    nodes: async () => ((await request('GET', '/v1/nodes?fields=uuid,name,provision_state,target_provision_state,reservation,last_error')).body as { nodes: ShownNode[] }).nodes,
    conductors: async () => ((await request('GET', '/v1/conductors')).body as { conductors: { hostname: string; conductor_group: string; alive: boolean }[] }).conductors,
    /** @returns 202 accepted, 409 locked or 503 refused */
    provision: async (name: string, target: string) => (await request('PUT', `/v1/nodes/${name}/states/provision`, { target }, [202, 409, 503])).status,
  };
}

/** The text inside Ironic's error envelope, or the answer as it is. */
export function faultOf(text: string): string {
  try {
    const { error_message } = JSON.parse(text) as { error_message: string };
    const inner = JSON.parse(error_message) as { faultstring?: string; description?: string };
    return inner.faultstring ?? inner.description ?? text;
  } catch {
    return text;
  }
}
