import type { HardwareType } from '@ingot/domain';

const fake = { bios: ['fake', 'no-bios'], boot: ['fake'], console: ['fake', 'no-console'], deploy: ['fake'], firmware: ['fake', 'no-firmware'],
  inspect: ['fake', 'no-inspect'], management: ['fake'], network: ['noop'], power: ['fake'], raid: ['fake', 'no-raid'],
  rescue: ['fake', 'no-rescue'], storage: ['noop', 'fake'], vendor: ['fake', 'no-vendor'] };

/** Hardware types and what each supports, best first (reference: drivers §1; only what is implemented here). */
export const HARDWARE_TYPES: { [name: string]: HardwareType } = {
  'fake-hardware': { name: 'fake-hardware', supported: fake },
  // A machine that people switch by hand: power is believed, management does nothing.
  'manual-management': {
    name: 'manual-management',
    supported: { ...fake, bios: ['no-bios'], console: ['no-console'], firmware: ['no-firmware'], inspect: ['no-inspect'],
      management: ['noop', 'fake'], raid: ['no-raid'], rescue: ['no-rescue'], storage: ['noop'], vendor: ['no-vendor'] },
  },
};
