/** The records that every room speaks of. Field names are Ironic's (reference: node fields). */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const INTERFACE_KINDS = [
  'bios', 'boot', 'console', 'deploy', 'firmware', 'inspect', 'management',
  'network', 'power', 'raid', 'rescue', 'storage', 'vendor',
] as const;
export type InterfaceKind = (typeof INTERFACE_KINDS)[number];
type InterfaceFields = { [K in InterfaceKind as `${K}_interface`]: string | null };

/** One machine, as stored. Secrets are unmasked here: mask them before anything leaves the process. */
export interface NodeRecord extends InterfaceFields {
  id: number;
  uuid: string;
  name: string | null;
  driver: string;
  driver_info: JsonObject;
  driver_internal_info: JsonObject;
  properties: JsonObject;
  extra: JsonObject;
  instance_info: JsonObject;
  instance_uuid: string | null;
  instance_name: string | null;
  network_data: JsonObject;
  provision_state: string;
  target_provision_state: string | null;
  provision_updated_at: string | null;
  power_state: string | null;
  target_power_state: string | null;
  maintenance: boolean;
  maintenance_reason: string | null;
  fault: string | null;
  last_error: string | null;
  reservation: string | null;
  fence: number;
  revision: number;
  clean_step: JsonObject;
  deploy_step: JsonObject;
  service_step: JsonObject;
  raid_config: JsonObject;
  target_raid_config: JsonObject;
  traits: string[];
  console_enabled: boolean;
  resource_class: string | null;
  conductor_group: string;
  automated_clean: boolean | null;
  protected: boolean;
  protected_reason: string | null;
  retired: boolean;
  retired_reason: string | null;
  owner: string | null;
  lessee: string | null;
  description: string | null;
  shard: string | null;
  parent_node: string | null;
  chassis_uuid: string | null;
  allocation_uuid: string | null;
  disable_power_off: boolean;
  boot_mode: string | null;
  secure_boot: boolean | null;
  health: string | null;
  inspection_started_at: string | null;
  inspection_finished_at: string | null;
  created_at: string;
  updated_at: string | null;
}

/** Fields to write on a node. `driver_internal_info` is merged key by key (null removes a key); the rest replaces. */
export type NodePatch = Partial<
  Omit<NodeRecord, 'id' | 'uuid' | 'fence' | 'revision' | 'created_at' | 'updated_at' | 'provision_updated_at'>
>;

export type OperationPhase = 'start' | 'resume' | 'abort' | 'unhold' | 'timeout';
export type OpenStatus = 'intent' | 'queued' | 'running' | 'waiting';
export type EndStatus = 'succeeded' | 'failed' | 'reverted' | 'aborted';

/** One accepted request on one node, from intent to end. */
export interface OperationRecord {
  id: string;
  node_uuid: string;
  verb: string;
  phase: OperationPhase;
  status: OpenStatus | EndStatus;
  args: JsonObject;
  before: JsonObject;
  fence: number;
  pool: string | null;
  owner: string | null;
  owner_host: string | null;
  lock_token: string | null;
  deadline: string | null;
  lease_until: string | null;
  starts: number;
  request_id: string | null;
  reason: string | null;
  created_at: string;
  accepted_at: string | null;
  started_at: string | null;
  ended_at: string | null;
}

export interface PortRecord {
  id: number;
  uuid: string;
  node_uuid: string;
  address: string;
  name: string | null;
  extra: JsonObject;
  internal_info: JsonObject;
  local_link_connection: JsonObject;
  pxe_enabled: boolean;
  physical_network: string | null;
  is_smartnic: boolean;
  description: string | null;
  vendor: string | null;
  category: string | null;
  created_at: string;
  updated_at: string | null;
}

export interface HistoryRecord {
  id: number;
  uuid: string;
  node_uuid: string;
  conductor: string | null;
  user: string | null;
  severity: 'INFO' | 'ERROR';
  event: string | null;
  event_type: string | null;
  provision_state: string | null;
  target_provision_state: string | null;
  created_at: string;
}

/** What a conductor offers for one hardware type: each kind's enabled interfaces (in order of preference) and the default. */
export type DriverOffer = {
  interfaces: { [K in InterfaceKind]: { enabled: string[]; default: string | null } };
  properties: { [name: string]: string };
};

export interface ConductorRecord {
  id: number;
  hostname: string;
  instance: string;
  conductor_group: string;
  hardware_types: string[];
  drivers: { [hardwareType: string]: DriverOffer };
  pool: string;
  capacity: number;
  online: boolean;
  alive: boolean;
  created_at: string;
  updated_at: string;
}
