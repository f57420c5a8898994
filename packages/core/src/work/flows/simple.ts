import { DriverError, type JsonObject } from '@ingot/domain';
import type { FlowResult, Work } from '../work.ts';

/** manage: can we reach the machine at all? */
export async function verifyFlow(work: Work): Promise<FlowResult> {
  const power = work.drivers.of(work.node, 'power');
  await power.validate(work).catch((error: Error) => {
    throw new DriverError(`Failed to validate power driver interface: ${error.message}`, 'DriverError', { cause: error });
  });
  const power_state = await power.getPowerState(work).catch((error: Error) => {
    throw new DriverError(`Failed to get power state: ${error.message}`, 'DriverError', { cause: error });
  });
  return { kind: 'done', event: 'done', patch: { power_state } };
}

/** inspect: at once, or by a ramdisk that delivers what it found. */
export async function inspectFlow(work: Work): Promise<FlowResult> {
  if (work.operation.phase === 'start') {
    work.assertOwned();
    const outcome = await work.drivers.of(work.node, 'inspect').inspect(work);
    if (outcome.kind === 'wait') return outcome;
    return { kind: 'done', event: 'done', ...(outcome.patch ? { patch: outcome.patch } : {}) };
  }
  const found = work.node.driver_internal_info.inspection_data as JsonObject | undefined;
  const inventory = found?.inventory as { cpu?: JsonObject; memory?: JsonObject } | undefined;
  const properties = { ...work.node.properties };
  if (typeof inventory?.cpu?.architecture === 'string') properties.cpu_arch = inventory.cpu.architecture;
  if (typeof inventory?.cpu?.count === 'number') properties.cpus = inventory.cpu.count;
  if (typeof inventory?.memory?.physical_mb === 'number') properties.memory_mb = inventory.memory.physical_mb;
  return { kind: 'done', event: 'done', patch: { properties } };
}

/** adopt: takes a machine in use under management without touching it. */
export async function adoptFlow(work: Work): Promise<FlowResult> {
  try {
    for (const kind of ['power', 'boot', 'deploy'] as const) await work.drivers.of(work.node, kind).validate(work);
    const power_state = await work.drivers.of(work.node, 'power').getPowerState(work);
    await work.drivers.of(work.node, 'deploy').takeOver(work);
    return { kind: 'done', event: 'done', patch: { power_state } };
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    throw new DriverError(`Error while attempting to adopt node ${work.node.uuid}: ${error.message}`, error.kind, { cause: error });
  }
}

const withoutPassword = (work: Work) => {
  const { rescue_password: _p, hashed_rescue_password: _h, ...info } = work.node.instance_info;
  return info;
};

/** rescue: boots a rescue ramdisk; the password goes as soon as it was used. */
export async function rescueFlow(work: Work): Promise<FlowResult> {
  const rescue = work.drivers.of(work.node, 'rescue');
  if (work.operation.phase === 'start') {
    await rescue.validate(work);
    work.assertOwned();
    const outcome = await rescue.rescue(work);
    if (outcome.kind === 'wait') return outcome;
  } else {
    work.assertOwned();
    await rescue.finishRescue(work);
  }
  return { kind: 'done', event: 'done', patch: { instance_info: withoutPassword(work) } };
}

export async function unrescueFlow(work: Work): Promise<FlowResult> {
  work.assertOwned();
  await work.drivers.of(work.node, 'rescue').unrescue(work);
  return { kind: 'done', event: 'done', patch: { instance_info: withoutPassword(work) } };
}

/** After an abort (or a wait that timed out): the node is in its failure state already, this tidies up behind it. */
export async function abortFlow(work: Work): Promise<FlowResult> {
  const { node, operation } = work;
  work.assertOwned();
  if (operation.verb === 'inspect') await work.drivers.of(node, 'inspect').abort(work);
  else if (operation.verb === 'rescue') await work.drivers.of(node, 'rescue').cleanUp(work);
  else if (operation.verb === 'service') await work.drivers.of(node, 'deploy').tearDownFlow(work, 'service');
  else if (operation.verb === 'active' || operation.verb === 'deploy' || operation.verb === 'rebuild') await work.drivers.of(node, 'deploy').cleanUp(work);
  else await work.drivers.of(node, 'deploy').tearDownFlow(work, 'clean');
  return { kind: 'settled', patch: operation.verb === 'rescue' ? { instance_info: withoutPassword(work) } : {} };
}
