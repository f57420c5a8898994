/** Columns a caller may write, with the cast their parameter needs. Nothing outside these tables reaches an SQL text. */
const text = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'text']));
const of = (type: string, names: string) => Object.fromEntries(names.split(' ').map((name) => [name, type]));

export const NODE_COLUMNS: { readonly [column: string]: string } = {
  ...text(
    'name driver instance_name provision_state target_provision_state power_state target_power_state maintenance_reason fault last_error reservation resource_class conductor_group protected_reason retired_reason owner lessee description shard boot_mode health bios_interface boot_interface console_interface deploy_interface firmware_interface inspect_interface management_interface network_interface power_interface raid_interface rescue_interface storage_interface vendor_interface',
  ),
  ...of('uuid', 'uuid instance_uuid parent_node chassis_uuid allocation_uuid'),
  ...of('jsonb', 'driver_info driver_internal_info properties extra instance_info network_data clean_step deploy_step service_step raid_config target_raid_config'),
  ...of('boolean', 'maintenance console_enabled automated_clean protected retired disable_power_off secure_boot'),
  ...of('timestamptz', 'inspection_started_at inspection_finished_at'),
  traits: 'text[]',
};

export const PORT_COLUMNS: { readonly [column: string]: string } = {
  ...text('address name physical_network description vendor category'),
  ...of('uuid', 'uuid node_uuid'),
  ...of('jsonb', 'extra internal_info local_link_connection'),
  ...of('boolean', 'pxe_enabled is_smartnic'),
};

/** The columns of `fields` that exist, with their values ready to be parameters. */
export function writable(columns: { readonly [column: string]: string }, fields: object) {
  return Object.entries(fields)
    .filter(([name, value]) => Object.hasOwn(columns, name) && value !== undefined)
    .map(([name, value]) => ({
      name,
      cast: columns[name] as string,
      value: columns[name] === 'jsonb' ? JSON.stringify(value) : (value as unknown),
    }));
}
