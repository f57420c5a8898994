import { type NodeRecord, stateForReader } from '@ingot/domain';
import { links } from '../listing.ts';
import type { ApiRequest } from '../route.ts';
import { masked } from './mask.ts';
import { type Shape, view } from './view.ts';

/** Every field of a node on the wire and the microversion 1.N since which it is there (reference: node-fields). */
export const NODE_SINCE: { readonly [field: string]: number } = {
  uuid: 1, instance_uuid: 1, maintenance: 1, power_state: 1, provision_state: 1, created_at: 1, updated_at: 1, chassis_uuid: 1, driver: 1,
  driver_info: 1, extra: 1, properties: 1, instance_info: 1, console_enabled: 1, last_error: 1, reservation: 1, maintenance_reason: 1,
  provision_updated_at: 1, target_power_state: 1, target_provision_state: 1, ports: 1, links: 1,
  driver_internal_info: 3, name: 5, inspection_finished_at: 6, inspection_started_at: 6, clean_step: 7, raid_config: 12, target_raid_config: 12,
  states: 14, network_interface: 20, resource_class: 21, portgroups: 24, boot_interface: 31, console_interface: 31, deploy_interface: 31,
  inspect_interface: 31, management_interface: 31, power_interface: 31, raid_interface: 31, vendor_interface: 31, volume: 32,
  storage_interface: 33, traits: 37, rescue_interface: 38, bios_interface: 40, fault: 42, deploy_step: 44, conductor_group: 46,
  automated_clean: 47, protected: 48, protected_reason: 48, conductor: 49, owner: 50, description: 51, allocation_uuid: 52, retired: 61,
  retired_reason: 61, lessee: 65, network_data: 66, boot_mode: 75, secure_boot: 75, shard: 82, parent_node: 83, firmware_interface: 86,
  service_step: 87, disable_power_off: 95, instance_name: 104, health: 109,
};
export const NODE_BRIEF = ['uuid', 'name', 'instance_uuid', 'power_state', 'provision_state', 'maintenance', 'links'];
const UNSORTABLE = ['properties', 'driver_info', 'extra', 'instance_info', 'driver_internal_info', 'clean_step', 'deploy_step', 'service_step', 'raid_config', 'target_raid_config', 'traits', 'network_data', 'links', 'ports', 'states', 'portgroups', 'volume', 'conductor'];
export const NODE_SORTABLE = Object.keys(NODE_SINCE).filter((field) => !UNSORTABLE.includes(field));

/** How a field is shown where it is not simply its column. */
const SHOWN: Shape<NodeRecord>['shown'] = {
  provision_state: (node, { minor }) => stateForReader(node.provision_state, minor),
  driver_info: (node) => masked(node.driver_info),
  instance_info: (node) => masked(node.instance_info, ['configdrive', 'image_url']),
  driver_internal_info: (node) => masked(node.driver_internal_info),
  clean_step: (node) => masked(node.clean_step),
  deploy_step: (node) => masked(node.deploy_step),
  service_step: (node) => masked(node.service_step),
  conductor: (node, { core }) => core.directory.hostFor(node),
  links: (node, { baseUrl }) => links(baseUrl, `nodes/${node.uuid}`),
  ports: (node, { baseUrl }) => links(baseUrl, `nodes/${node.uuid}/ports`),
  portgroups: (node, { baseUrl }) => links(baseUrl, `nodes/${node.uuid}/portgroups`),
  states: (node, { baseUrl }) => links(baseUrl, `nodes/${node.uuid}/states`),
  volume: (node, { baseUrl }) => links(baseUrl, `nodes/${node.uuid}/volume`),
};

export const NODE_SHAPE: Shape<NodeRecord> = {
  since: NODE_SINCE, shown: SHOWN, made: { links: [], ports: [], portgroups: [], states: [], volume: [], conductor: ['driver', 'conductor_group'] },
};
/** @param fields what is asked for; undefined shows all that the version has */
export const nodeView = (node: NodeRecord, request: ApiRequest, fields?: readonly string[]) => view(NODE_SHAPE, node, request, fields);
