import { DriverError, type ManagementInterface } from '@ingot/domain';
import type { FakeMachine } from './machine.ts';
import { stepwise } from './stepwise.ts';

const DEVICES = ['pxe'];

export const fakeManagement = (machine: FakeMachine): ManagementInterface => ({
  ...stepwise(machine, 'management'),
  supportedBootDevices: () => DEVICES,
  getBootDevice: async () => ({ boot_device: 'pxe', persistent: false }),
  async setBootDevice(task, device) {
    if (!DEVICES.includes(device)) throw new DriverError(`Invalid boot device ${device} specified.`, 'InvalidParameterValue');
    await machine.act(task, 'management.set_boot_device');
  },
});
