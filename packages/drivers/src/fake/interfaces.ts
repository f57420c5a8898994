import type { InterfaceByKind } from '@ingot/domain';
import { fakeBoot } from './boot.ts';
import { fakeBios, fakeFirmware, fakeRaid } from './configuration.ts';
import { fakeConsole } from './console.ts';
import { fakeDeploy } from './deploy.ts';
import { fakeInspect } from './inspect.ts';
import type { FakeMachine } from './machine.ts';
import { fakeManagement } from './management.ts';
import { fakePower } from './power.ts';
import { fakeRescue } from './rescue.ts';
import { fakeStorage } from './storage.ts';
import { fakeVendor } from './vendor.ts';

/** Every `fake` interface (reference: drivers §1, fake-hardware behaviour). There is no fake network. */
export function fakeInterfaces(machine: FakeMachine): Omit<InterfaceByKind, 'network'> {
  return {
    bios: fakeBios(machine),
    boot: fakeBoot(machine),
    console: fakeConsole(machine),
    deploy: fakeDeploy(machine),
    firmware: fakeFirmware(machine),
    inspect: fakeInspect(machine),
    management: fakeManagement(machine),
    power: fakePower(machine),
    raid: fakeRaid(machine),
    rescue: fakeRescue(machine),
    storage: fakeStorage(machine),
    vendor: fakeVendor(machine),
  };
}
