import { DriverError, type NodePatch, type PowerTarget } from '@ingot/domain';
import type { FlowResult, Work } from '../work.ts';

/** Asks the machine for a power state and gives what to write: the state it is in, and when it changed. */
export async function changePower(work: Work, target: PowerTarget, timeoutMs = 60_000): Promise<NodePatch> {
  const power = work.drivers.of(work.node, 'power');
  if (!power.supported().includes(target)) throw new DriverError(`The power interface does not support "${target}".`, 'UnsupportedDriverExtension');
  const wanted = target === 'power on' ? 'power on' : target === 'power off' || target === 'soft power off' ? 'power off' : undefined;
  if (wanted && (await power.getPowerState(work)) === wanted) return { power_state: wanted };
  work.assertOwned();
  const power_state = await power.setPowerState(work, target, timeoutMs);
  const wipe = power_state === 'power off' || wanted === undefined ? { agent_url: null } : {};
  return { power_state, driver_internal_info: { ...wipe, last_power_state_change: new Date().toISOString() } };
}

/** A power request: target_power_state goes, power_state is what the machine says. */
export async function powerFlow(work: Work): Promise<FlowResult> {
  const seconds = work.operation.args.timeout;
  const patch = await changePower(work, work.operation.verb as PowerTarget, typeof seconds === 'number' ? seconds * 1000 : undefined);
  return { kind: 'settled', patch: { ...patch, target_power_state: null } };
}
