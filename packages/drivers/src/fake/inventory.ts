import type { JsonObject } from '@ingot/domain';

const GIB = 1024 ** 3;

/** What an inspection ramdisk finds on a simulated machine: the cards that have ports, or one made up from the uuid. */
export function inventoryOf(node: string, addresses: string[]): JsonObject {
  const madeUp = `52:54:00:${node.replaceAll('-', '').slice(-6).replace(/(..)(..)(..)/, '$1:$2:$3')}`;
  const cards = addresses.length > 0 ? addresses : [madeUp];
  return {
    interfaces: cards.map((mac_address, i) => ({ name: `eth${i}`, mac_address, ipv4_address: null, has_carrier: true, lldp: [] })),
    cpu: { count: 4, architecture: 'x86_64', model_name: 'Simulated CPU', sockets: 1, flags: [] },
    memory: { physical_mb: 8192, total: 8 * GIB },
    disks: [{ name: '/dev/sda', size: 64 * GIB, rotational: false, model: 'Simulated disk' }],
    bmc_address: '0.0.0.0',
    system_vendor: { manufacturer: 'Ingot', product_name: 'Simulated machine', serial_number: node },
    boot: { current_boot_mode: 'uefi', pxe_interface: cards[0] ?? null },
    hostname: 'localhost',
  };
}
