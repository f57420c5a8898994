import type { HardwareType } from '@ingot/domain';

/** Hardware types and what each supports, best first (reference: drivers §1; only what is implemented here). */
export const HARDWARE_TYPES: { [name: string]: HardwareType } = {
  'fake-hardware': {
    name: 'fake-hardware',
    supported: {
      bios: ['fake', 'no-bios'],
      boot: ['fake'],
      console: ['fake', 'no-console'],
      deploy: ['fake'],
      firmware: ['fake', 'no-firmware'],
      inspect: ['fake', 'no-inspect'],
      management: ['fake'],
      network: ['noop'],
      power: ['fake'],
      raid: ['fake', 'no-raid'],
      rescue: ['fake', 'no-rescue'],
      // Ironic prefers fake, but does not enable it by default: noop is what a new node gets there.
      storage: ['noop', 'fake'],
      vendor: ['fake', 'no-vendor'],
    },
  },
  // A machine that people switch by hand: its power state is believed, its boot order was set beforehand.
  'manual-management': {
    name: 'manual-management',
    supported: {
      bios: ['no-bios'],
      // Ironic has the PXE family and its deploy interfaces here; until they exist the simulated ones stand in.
      boot: ['fake'],
      console: ['no-console'],
      deploy: ['fake'],
      firmware: ['no-firmware'],
      inspect: ['no-inspect'],
      management: ['noop', 'fake'],
      network: ['noop'],
      power: ['fake'],
      raid: ['no-raid'],
      rescue: ['no-rescue'],
      storage: ['noop'],
      vendor: ['no-vendor'],
    },
  },
};
