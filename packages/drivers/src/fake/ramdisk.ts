/**
 * The ramdisk of a simulated machine: it speaks the agent's real protocol (lookup, then heartbeat; reference:
 * drivers §6) to the real API, and tries again while the API is busy or away.
 */
export class Ramdisk {
  readonly #apiUrl: string;
  readonly #stop = new AbortController();
  /** agent tokens by node: the API shows a token once, a booted agent remembers it */
  readonly #tokens = new Map<string, string>();

  constructor(apiUrl: string) {
    this.#apiUrl = apiUrl;
  }
  boot(node: string, flow: string, delayMs: number): void {
    const callBack = flow === 'inspect' ? () => this.#deliver(node) : () => this.#beat(node);
    void this.#insist(callBack, Math.max(delayMs, 50));
  }
  stop(): void {
    this.#stop.abort();
  }

  async #insist(call: () => Promise<boolean>, firstDelayMs: number): Promise<void> {
    let pause = firstDelayMs;
    for (let attempt = 0; attempt < 60 && !this.#stop.signal.aborted; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, pause).unref());
      // A connection error is as good as a busy answer: the agent comes again.
      if (await call().catch(() => false)) return;
      pause = Math.min(2_000, 200 * (attempt + 1));
    }
  }
  /** @returns whether it was taken, or can never be */
  async #beat(node: string): Promise<boolean> {
    const token = await this.#lookup(node);
    if (!token) return false;
    const answer = await this.#request('POST', `/v1/heartbeat/${node}`, '1.68', {
      callback_url: 'https://127.0.0.1:9999', agent_token: token, agent_version: '10.0',
    });
    return answer.status === 202 || answer.status === 404;
  }
  async #lookup(node: string): Promise<string | undefined> {
    const answer = await this.#request('GET', `/v1/lookup?node_uuid=${node}`, '1.62');
    if (answer.status !== 200) return undefined;
    const { config } = (await answer.json()) as { config: { agent_token?: string } };
    if (config.agent_token && config.agent_token !== '******') this.#tokens.set(node, config.agent_token);
    return this.#tokens.get(node);
  }
  async #deliver(node: string): Promise<boolean> {
    const data = { inventory: { cpu: { count: 4, architecture: 'x86_64' }, memory: { physical_mb: 8192 }, interfaces: [], disks: [] } };
    const answer = await this.#request('POST', `/v1/continue_inspection?node_uuid=${node}`, '1.84', data);
    return answer.status === 202 || answer.status === 404;
  }
  #request(method: string, path: string, version: string, body?: object): Promise<Response> {
    return fetch(`${this.#apiUrl}${path}`, {
      method,
      headers: { 'X-OpenStack-Ironic-API-Version': version, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(10_000)]),
    });
  }
}
