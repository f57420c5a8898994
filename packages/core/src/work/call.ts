import { DriverError, type DriverRegistry, type DriverTask, INTERFACE_KINDS, type Json, type JsonObject, type NodeRecord } from '@ingot/domain';
import type { CallAnswer, DriverCall } from '../calls.ts';
import type { Core } from '../context.ts';

/** Which interfaces `validate` reports, in Ironic's order. */
const VALIDATED = INTERFACE_KINDS.filter((kind) => kind !== 'vendor');

/** Answers a short question to a driver. No lock, no fence: it must not change the machine beyond the boot device. */
export async function answerCall(core: Core, drivers: DriverRegistry, call: DriverCall & { node: string }): Promise<CallAnswer> {
  const node = await core.store.nodes.get(call.node);
  if (!node) return { error: `Node ${call.node} could not be found.`, kind: 'NodeNotFound' };
  const task = callTask(core, node);
  try {
    return { result: await answer(drivers, task, call) };
  } catch (error) {
    if (error instanceof DriverError) return { error: error.message, kind: error.kind };
    throw error;
  }
}

async function answer(drivers: DriverRegistry, task: DriverTask, call: DriverCall): Promise<Json> {
  const { node } = task;
  switch (call.call) {
    case 'validate': {
      const results: JsonObject = {};
      for (const kind of VALIDATED) results[kind] = await validated(() => drivers.of(node, kind).validate(task));
      return results;
    }
    case 'get_boot_device':
      return drivers.of(node, 'management').getBootDevice(task);
    case 'get_supported_boot_devices':
      return { supported_boot_devices: drivers.of(node, 'management').supportedBootDevices() };
    case 'set_boot_device': {
      const management = drivers.of(node, 'management');
      const device = String(call.boot_device);
      if (!management.supportedBootDevices().includes(device)) throw new DriverError(`Invalid boot device ${device} specified.`, 'InvalidParameterValue');
      await management.setBootDevice(task, device, call.persistent === true);
      return null;
    }
  }
}

async function validated(check: () => Promise<void>): Promise<JsonObject> {
  try {
    await check();
    return { result: true };
  } catch (error) {
    if (error instanceof DriverError) return { result: false, reason: error.message };
    throw error;
  }
}

function callTask(core: Core, node: NodeRecord): DriverTask {
  const { signal } = new AbortController();
  return {
    node, operationId: 'call', fence: node.fence, signal,
    ports: () => core.store.ports.ofNode(node.uuid),
    assertOwned: () => undefined,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    log: (event, fields) => core.log.debug({ ...fields, node: node.uuid }, event),
  };
}
