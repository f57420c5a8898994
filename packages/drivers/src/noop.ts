import type { ManagementInterface, NetworkInterface, StorageInterface } from '@ingot/domain';

const nothing = async () => undefined;
const base = { validate: nothing, properties: () => ({}) };

/** For machines whose boot order is set by hand: network first, then disk. */
export const noopManagement: ManagementInterface = {
  ...base,
  supportedBootDevices: () => ['pxe', 'disk'],
  getBootDevice: async () => ({ boot_device: null, persistent: null }),
  setBootDevice: nothing,
};
/** One flat network that nobody switches. */
export const noopNetwork: NetworkInterface = { ...base, addNetwork: nothing, removeNetwork: nothing };
/** Local disks only. */
export const noopStorage: StorageInterface = { ...base, attachVolumes: nothing, detachVolumes: nothing };
