import {
  type DriverInterface, DriverError, type DriverOffer, type DriverRegistry, INTERFACE_KINDS, type InterfaceByKind, type InterfaceKind,
  type NodeRecord,
} from '@ingot/domain';
import { FakeMachine } from './fake/machine.ts';
import { Ramdisk } from './fake/ramdisk.ts';
import { HARDWARE_TYPES } from './hardware.ts';
import { implementations } from './implementations.ts';
import type { FakeOptions } from './types.ts';

export interface DriverOptions {
  fake: FakeOptions;
}
export interface LoadedDrivers extends DriverRegistry {
  /** what GET /v1/drivers shows of a hardware type */
  offer(hardwareType: string): DriverOffer;
  /** ends what runs in the background (simulated ramdisks) */
  stop(): void;
}

/** Composes hardware types by name. @throws Error naming the known ones */
export function loadDrivers({ hardwareTypes, options }: { hardwareTypes: string[]; options: DriverOptions }): LoadedDrivers {
  const types = hardwareTypes.map((name) => {
    const type = Object.hasOwn(HARDWARE_TYPES, name) ? HARDWARE_TYPES[name] : undefined;
    if (!type) throw new Error(`Unknown hardware type "${name}". Known: ${Object.keys(HARDWARE_TYPES).join(', ')}.`);
    return type;
  });
  if (types.length === 0) throw new Error('A conductor needs at least one hardware type.');
  const ramdisk = new Ramdisk(options.fake.apiUrl);
  const loaded = implementations(new FakeMachine(options.fake, ramdisk));

  function get<K extends InterfaceKind>(kind: K, name: string): InterfaceByKind[K] {
    const found = Object.hasOwn(loaded[kind], name) ? loaded[kind][name] : undefined;
    if (!found) throw new DriverError(`The ${kind} interface "${name}" is not loaded in this conductor.`, 'InterfaceNotFoundInEntrypoint');
    return found;
  }
  return {
    hardwareTypes: () => types,
    get,
    of<K extends InterfaceKind>(node: NodeRecord, kind: K): InterfaceByKind[K] {
      const name = node[`${kind}_interface`];
      if (name === null) throw new DriverError(`Node ${node.uuid} has no ${kind} interface.`, 'UnsupportedDriverExtension');
      return get(kind, name);
    },
    offer(hardwareType) {
      const type = types.find((one) => one.name === hardwareType);
      if (!type) throw new Error(`Hardware type "${hardwareType}" is not loaded.`);
      const interfaces = {} as DriverOffer['interfaces'];
      const properties: { [name: string]: string } = {};
      for (const kind of INTERFACE_KINDS) {
        const enabled = type.supported[kind];
        interfaces[kind] = { enabled, default: enabled[0] ?? null };
        if (enabled[0]) Object.assign(properties, (get(kind, enabled[0]) as DriverInterface).properties());
      }
      return { interfaces, properties };
    },
    stop: () => ramdisk.stopAll(),
  };
}
