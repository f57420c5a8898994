import { DriverError, type JsonObject } from '@ingot/domain';

/** What driver_info may say to a simulated machine; shown by GET /v1/drivers/fake-hardware/properties. */
export const FAKE_PROPERTIES = {
  fake_delay: 'Seconds that each action takes. Optional.',
  fake_jitter: 'Seconds added at random to each action. Optional.',
  'fake_<interface>_delay': 'Seconds that each action of one interface takes, for example fake_power_delay. Optional.',
  fake_fail: 'List of "interface.action[:times]" that fail, always or the first times, for example deploy.deploy:1. Optional.',
  fake_wait: 'List of flows (deploy, clean, service, inspect, rescue) that wait for the ramdisk. Optional.',
  fake_ramdisk: '"silent": the ramdisk never calls back. Optional.',
};

/** A list as JSON array or as comma separated text: the CLI can only send text. */
export function listOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [];
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** @returns milliseconds; undefined when it is no number of seconds */
function secondsOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

export interface Pace {
  delayMs: number;
  jitterMs: number;
}
/** How long an action of this interface takes: its own delay, else the node's, else the conductor's. */
export function paceOf(info: JsonObject, kind: string, otherwise: Pace): Pace {
  return {
    delayMs: secondsOf(info[`fake_${kind}_delay`]) ?? secondsOf(info.fake_delay) ?? otherwise.delayMs,
    jitterMs: secondsOf(info.fake_jitter) ?? otherwise.jitterMs,
  };
}

/** @throws DriverError when a delay is no number of seconds */
export function checkSettings(info: JsonObject, kind: string): void {
  for (const key of ['fake_delay', 'fake_jitter', `fake_${kind}_delay`]) {
    if (info[key] === undefined || info[key] === null || secondsOf(info[key]) !== undefined) continue;
    throw new DriverError(`driver_info/${key} must be a number of seconds, 0 or more.`, 'InvalidParameterValue');
  }
}
