import { DriverError, type DriverTask, type StepOutcome } from '@ingot/domain';
import type { Effect, FakeOptions } from '../types.ts';
import type { Ramdisk } from './ramdisk.ts';
import { checkSettings, listOf, paceOf } from './settings.ts';

export type Wait = Extract<StepOutcome, { kind: 'wait' }>;
export type WaitingFlow = 'deploy' | 'clean' | 'service' | 'inspect' | 'rescue';

/**
 * The simulated machines behind every fake interface: they take their time, fail where they were told to, and keep
 * account of what was done to them. `driver_info` steers each node (settings.ts).
 */
export class FakeMachine {
  readonly #options: FakeOptions;
  readonly #ramdisk: Ramdisk;
  /** "<node> <entry of fake_fail>" → how often it has failed */
  readonly #failures = new Map<string, number>();

  constructor(options: FakeOptions, ramdisk: Ramdisk) {
    this.#options = options;
    this.#ramdisk = ramdisk;
  }

  /** One action on the machine, "kind.action". @throws DriverError when told to fail, LostOwnership when the work was taken away */
  async act(task: DriverTask, action: string): Promise<void> {
    this.failIfAsked(task, action);
    const { delayMs, jitterMs } = paceOf(task.node.driver_info, kindOf(action), this.#options);
    const ms = delayMs + Math.random() * jitterMs;
    if (ms > 0) await task.sleep(ms);
    // After the delay, not before it: ownership may be lost while the machine takes its time.
    task.assertOwned();
    await this.#carryOut({ node: task.node.uuid, verb: action, fence: task.fence, operation: task.operationId }, task.signal);
  }

  /** Validation takes no time and touches no machine; it fails only where it was told to, or cannot read its settings. */
  async validate(task: DriverTask, kind: string): Promise<void> {
    this.failIfAsked(task, `${kind}.validate`);
    checkSettings(task.node.driver_info, kind);
  }

  /** Does the flow wait for a ramdisk on this node? Then the ramdisk is started and will call back. */
  async waits(task: DriverTask, flow: WaitingFlow): Promise<Wait | undefined> {
    const { node } = task;
    if (!listOf(node.driver_info.fake_wait).includes(flow)) return undefined;
    if (node.driver_info.fake_ramdisk !== 'silent') {
      const token = node.driver_internal_info.agent_secret_token;
      const boot = {
        inspects: flow === 'inspect',
        delayMs: paceOf(node.driver_info, 'ramdisk', this.#options).delayMs,
        addresses: flow === 'inspect' ? (await task.ports()).map((port) => port.address) : [],
        token: typeof token === 'string' ? token : undefined,
      };
      // It runs on its own, as the machine does; the operation ends and goes on without it.
      this.#ramdisk.boot(node.uuid, boot).catch((error: Error) => task.log('ramdisk.failed', { reason: error.message }));
    }
    return { kind: 'wait' };
  }
  halt(task: DriverTask): void {
    this.#ramdisk.halt(task.node.uuid);
  }

  /** @throws DriverError when the node was told to fail here */
  failIfAsked(task: DriverTask, action: string): void {
    for (const entry of listOf(task.node.driver_info.fake_fail)) {
      const [name, times] = entry.split(':');
      if (name !== action) continue;
      const key = `${task.node.uuid} ${entry}`;
      const count = this.#failures.get(key) ?? 0;
      if (times !== undefined && count >= Number(times)) continue;
      this.#failures.set(key, count + 1);
      throw new DriverError(`fake failure injected at ${action}`);
    }
  }

  async #carryOut(effect: Effect, signal: AbortSignal): Promise<void> {
    const url = this.#options.effectUrl;
    if (url) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(effect), signal }).catch((error: Error) => {
        signal.throwIfAborted();
        throw new DriverError(`The effect sink is unreachable: ${error.message}`, 'DriverError', { cause: error });
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new DriverError(`The effect sink answered ${answer.status} to ${effect.verb}.`);
    }
    this.#options.effects?.(effect);
  }
}

const kindOf = (action: string) => action.slice(0, action.indexOf('.'));
