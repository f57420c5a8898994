import { DriverError, type DriverTask, type StepOutcome } from '@ingot/domain';
import type { FakeOptions } from '../types.ts';
import type { Ramdisk } from './ramdisk.ts';

/**
 * The simulated machine behind every fake interface: it takes its time, fails where it was told to, and keeps account of
 * what was done to it. `driver_info` steers one node: fake_delay and fake_jitter (seconds), fake_fail (list of
 * "kind.action" or "kind.action:N" for the first N times), fake_wait (flows that wait for the ramdisk), fake_ramdisk
 * "silent" (it never calls back).
 */
export class FakeMachine {
  readonly #options: FakeOptions;
  readonly #ramdisk: Ramdisk;
  readonly #failed = new Map<string, number>();

  constructor(options: FakeOptions, ramdisk: Ramdisk) {
    this.#options = options;
    this.#ramdisk = ramdisk;
  }

  /** One action on the machine. @throws DriverError when told to fail, LostOwnership when the work was taken away */
  async act(task: DriverTask, action: string): Promise<void> {
    this.failIfAsked(task, action);
    const info = task.node.driver_info;
    const delay = seconds(info.fake_delay) ?? this.#options.delayMs;
    const jitter = seconds(info.fake_jitter) ?? this.#options.jitterMs;
    const ms = delay + Math.random() * jitter;
    if (ms > 0) await task.sleep(ms);
    task.assertOwned();
    if (this.#options.effectUrl) {
      await fetch(this.#options.effectUrl, {
        method: 'POST', headers: { 'content-type': 'application/json' }, signal: task.signal,
        body: JSON.stringify({ node: task.node.uuid, verb: action, fence: task.fence, operation: task.operationId }),
      });
    }
  }

  /** Does the flow wait for a ramdisk on this node? Then it is started and will call back. */
  waits(task: DriverTask, flow: string): Extract<StepOutcome, { kind: 'wait' }> | undefined {
    const info = task.node.driver_info;
    if (!listOf(info.fake_wait).includes(flow)) return undefined;
    if (info.fake_ramdisk !== 'silent') this.#ramdisk.boot(task.node.uuid, flow, seconds(info.fake_delay) ?? this.#options.delayMs);
    return { kind: 'wait' };
  }

  /** @throws DriverError when the node was told to fail here */
  failIfAsked(task: DriverTask, action: string): void {
    for (const entry of listOf(task.node.driver_info.fake_fail)) {
      const [name, times] = entry.split(':');
      if (name !== action) continue;
      const key = `${task.node.uuid} ${action}`;
      const count = this.#failed.get(key) ?? 0;
      if (times !== undefined && count >= Number(times)) continue;
      this.#failed.set(key, count + 1);
      throw new DriverError(`fake failure injected at ${action}`);
    }
  }
}

function seconds(value: unknown): number | undefined {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number * 1000 : undefined;
}
function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? value.split(',').map((item) => item.trim()) : [];
}
