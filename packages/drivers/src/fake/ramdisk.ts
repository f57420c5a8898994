import { setTimeout as delay } from 'node:timers/promises';
import { inventoryOf } from './inventory.ts';

export interface Boot {
  /** an inspection ramdisk delivers its inventory; any other looks its node up and beats */
  inspects: boolean;
  delayMs: number;
  addresses: string[];
  /** the agent token the node has already: built into the image, as with virtual media */
  token: string | undefined;
}
/** How patient the ramdisk is, all in ms. Tests are in more of a hurry. */
export interface RamdiskPace {
  leastDelay: number;
  firstPause: number;
  longestPause: number;
  /** until the API has taken something; a machine whose API stays away that long is lost */
  giveUp: number;
  /** between beats that were taken */
  beat: number;
}
const PACE: RamdiskPace = { leastDelay: 50, firstPause: 200, longestPause: 2_000, giveUp: 60_000, beat: 5_000 };

/** What a call came to. `refused`: not now (409, 503, not waiting yet). `gone`: this node expects no such agent. */
type Answer = 'taken' | 'refused' | 'gone';

/**
 * The ramdisks of the simulated machines: they speak the agent's real protocol (reference: drivers §6) to the real API
 * and try again while it is busy or away. Like a real agent one goes on beating after the first beat was taken, because
 * a flow may wait more than once; it ends when the API no longer knows its token, that is when the operation has ended.
 */
export class Ramdisk {
  readonly #apiUrl: string;
  readonly #pace: RamdiskPace;
  readonly #running = new Map<string, AbortController>();
  #stopped = false;

  constructor(apiUrl: string, pace: Partial<RamdiskPace> = {}) {
    this.#apiUrl = apiUrl.replace(/\/$/, '');
    this.#pace = { ...PACE, ...pace };
  }

  /** Starts the node's ramdisk; one that runs there already is gone, as after any reboot. @returns when it has ended */
  async boot(node: string, boot: Boot): Promise<void> {
    if (this.#stopped) return;
    this.halt(node);
    const power = new AbortController();
    this.#running.set(node, power);
    try {
      await delay(Math.max(boot.delayMs, this.#pace.leastDelay), undefined, { ref: false, signal: power.signal });
      if (boot.inspects) await this.#insist(() => this.#deliver(node, boot.addresses, power.signal), power.signal);
      else await this.#serve(node, boot.token, power.signal);
    } catch (error) {
      if (!power.signal.aborted) throw error;
    } finally {
      if (this.#running.get(node) === power) this.#running.delete(node);
    }
  }
  halt(node: string): void {
    this.#running.get(node)?.abort();
  }
  stopAll(): void {
    this.#stopped = true;
    for (const power of this.#running.values()) power.abort();
  }

  async #serve(node: string, embedded: string | undefined, signal: AbortSignal): Promise<void> {
    let token = embedded ?? '';
    const firstBeat = async (): Promise<Answer> => {
      token = (await this.#lookup(node, signal)) ?? token;
      return token === '' ? 'refused' : this.#beat(node, token, signal);
    };
    if (!(await this.#insist(firstBeat, signal))) return;
    let last: Answer = 'taken';
    while (last !== 'gone') {
      await delay(last === 'taken' ? this.#pace.beat : this.#pace.longestPause, undefined, { ref: false, signal });
      last = await this.#beat(node, token, signal).catch(() => 'refused' as const);
    }
  }
  /** Repeats until it is taken. @returns whether it was, in time */
  async #insist(call: () => Promise<Answer>, signal: AbortSignal): Promise<boolean> {
    const end = performance.now() + this.#pace.giveUp;
    for (let pause = this.#pace.firstPause; performance.now() < end; pause = Math.min(pause * 2, this.#pace.longestPause)) {
      // A connection error is as good as a busy answer: the agent comes again.
      if ((await call().catch(() => 'refused')) === 'taken') return true;
      await delay(pause, undefined, { ref: false, signal });
    }
    return false;
  }

  /** @returns the token, unless the API shows it no more */
  async #lookup(node: string, signal: AbortSignal): Promise<string | undefined> {
    const answer = await this.#request(signal, 'GET', `/v1/lookup?node_uuid=${node}`, '1.62');
    if (answer.status !== 200) throw new Error(`lookup: ${answer.status}`);
    const { config } = JSON.parse(answer.text) as { config: { agent_token?: string | null } };
    return config.agent_token && config.agent_token !== '******' ? config.agent_token : undefined;
  }
  async #beat(node: string, agent_token: string, signal: AbortSignal): Promise<Answer> {
    const beat = { callback_url: 'https://127.0.0.1:9999', agent_token, agent_version: '10.0' };
    const { status } = await this.#request(signal, 'POST', `/v1/heartbeat/${node}`, '1.68', beat);
    return status === 202 ? 'taken' : status === 400 || status === 404 ? 'gone' : 'refused';
  }
  async #deliver(node: string, addresses: string[], signal: AbortSignal): Promise<Answer> {
    const data = { inventory: inventoryOf(node, addresses), plugin_data: {} };
    const { status } = await this.#request(signal, 'POST', `/v1/continue_inspection?node_uuid=${node}`, '1.84', data);
    return status === 202 ? 'taken' : 'refused';
  }
  async #request(signal: AbortSignal, method: string, path: string, version: string, body?: object): Promise<{ status: number; text: string }> {
    const answer = await fetch(`${this.#apiUrl}${path}`, {
      method,
      headers: { 'X-OpenStack-Ironic-API-Version': version, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    });
    return { status: answer.status, text: await answer.text() };
  }
}
