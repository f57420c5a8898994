import type { InterfaceByKind } from '@ingot/domain';
import { fakeInterfaces } from './fake/interfaces.ts';
import type { FakeMachine } from './fake/machine.ts';
import { noopManagement, noopNetwork, noopStorage } from './noop.ts';
import { refusing } from './refusing.ts';

/** kind → name → what runs. A new interface is a line here and its name in hardware.ts. */
export type Implementations = { [K in keyof InterfaceByKind]: { [name: string]: InterfaceByKind[K] } };

export function implementations(machine: FakeMachine): Implementations {
  const fake = fakeInterfaces(machine);
  return {
    bios: { fake: fake.bios, 'no-bios': refusing('bios', fake.bios) },
    boot: { fake: fake.boot },
    console: { fake: fake.console, 'no-console': refusing('console', fake.console) },
    deploy: { fake: fake.deploy },
    firmware: { fake: fake.firmware, 'no-firmware': refusing('firmware', fake.firmware) },
    inspect: { fake: fake.inspect, 'no-inspect': refusing('inspect', fake.inspect) },
    management: { fake: fake.management, noop: noopManagement },
    network: { noop: noopNetwork },
    power: { fake: fake.power },
    raid: { fake: fake.raid, 'no-raid': refusing('raid', fake.raid) },
    rescue: { fake: fake.rescue, 'no-rescue': refusing('rescue', fake.rescue) },
    storage: { fake: fake.storage, noop: noopStorage },
    vendor: { fake: fake.vendor, 'no-vendor': refusing('vendor', fake.vendor) },
  };
}
