import type { Identity } from './identity.ts';

/** Whose a thing is. An allocation and a runbook have an owner only. */
export interface Ownership {
  owner: string | null;
  lessee: string | null;
}
const NOBODYS: Ownership = { owner: null, lessee: null };

/** `scope:role`. Scope `any` asks for the role only; `service:` is the service role with system scope or in the service project. */
type Grant = `${'system' | 'owner' | 'lessee' | 'any'}:${'admin' | 'manager' | 'member' | 'reader' | 'service'}` | 'service';

const SYSTEM_ADMIN: Grant[] = ['system:admin'];
const SYSTEM_MEMBER: Grant[] = ['system:member', 'service'];
const SYSTEM_READER: Grant[] = ['system:reader', 'system:service', 'service'];
const OWNER_ADMIN: Grant[] = ['owner:admin', 'owner:manager', 'owner:service'];
const LESSEE_ADMIN: Grant[] = ['lessee:admin', 'lessee:manager'];

const ADMIN_OR_OWNER_ADMIN: Grant[] = [...SYSTEM_ADMIN, 'system:service', ...OWNER_ADMIN];
const MEMBER_OR_OWNER_ADMIN: Grant[] = [...SYSTEM_MEMBER, 'system:service', ...OWNER_ADMIN];
const MEMBER_OR_OWNER_MEMBER: Grant[] = [...SYSTEM_MEMBER, 'system:service', 'owner:member', 'owner:service'];
const MEMBER_OR_OWNER_LESSEE_ADMIN: Grant[] = [...MEMBER_OR_OWNER_ADMIN, ...LESSEE_ADMIN];
const PROJECT_MEMBER: Grant[] = [...SYSTEM_MEMBER, 'system:service', 'owner:member', 'lessee:member'];
const PROJECT_READER: Grant[] = [...SYSTEM_READER, 'owner:reader', 'lessee:reader', 'owner:service'];
const OWNER_MEMBER_AND_LESSEE_ADMIN: Grant[] = [...MEMBER_OR_OWNER_MEMBER, ...LESSEE_ADMIN];
const OWNER_READER: Grant[] = [...SYSTEM_READER, 'owner:reader', 'owner:service'];
const API_READER: Grant[] = ['any:reader', 'any:service'];
const OWNED_MEMBER: Grant[] = [...SYSTEM_MEMBER, 'owner:member'];
const OWNED_READER: Grant[] = [...SYSTEM_READER, 'owner:reader'];

/**
 * Who may do what: the defaults of Ironic's policy (its `baremetal:` names without that prefix; scopes enforced, new
 * defaults only). `public` is asked of nobody; for `authenticated` the handler asks, once it knows the thing.
 */
const POLICIES = {
  public: undefined,
  authenticated: undefined,
  'node:create': [...SYSTEM_ADMIN, 'system:service'],
  'node:create:self_owned_node': ['any:admin', 'any:service'],
  'node:list': API_READER,
  'node:list_all': SYSTEM_READER,
  'node:get': PROJECT_READER,
  'node:get:last_error': OWNER_READER,
  'node:get:reservation': OWNER_READER,
  'node:get:driver_internal_info': OWNER_READER,
  'node:get:driver_info': OWNER_READER,
  'node:update': PROJECT_MEMBER,
  'node:update_extra': PROJECT_MEMBER,
  'node:update_instance_info': OWNER_MEMBER_AND_LESSEE_ADMIN,
  'node:update:driver_info': MEMBER_OR_OWNER_MEMBER,
  'node:update:properties': MEMBER_OR_OWNER_MEMBER,
  'node:update:chassis_uuid': SYSTEM_ADMIN,
  'node:update:instance_uuid': MEMBER_OR_OWNER_MEMBER,
  'node:update:lessee': MEMBER_OR_OWNER_MEMBER,
  'node:update:owner': SYSTEM_MEMBER,
  'node:update_owner_provisioned': SYSTEM_ADMIN,
  'node:update:driver_interfaces': MEMBER_OR_OWNER_ADMIN,
  'node:update:network_data': MEMBER_OR_OWNER_MEMBER,
  'node:update:conductor_group': SYSTEM_MEMBER,
  'node:update:name': MEMBER_OR_OWNER_MEMBER,
  'node:update:retired': MEMBER_OR_OWNER_MEMBER,
  'node:update:shard': SYSTEM_ADMIN,
  'node:update:parent_node': SYSTEM_MEMBER,
  'node:disable_cleaning': SYSTEM_ADMIN,
  // Ironic's `node:delete:self_owned_node` is in it.
  'node:delete': [...SYSTEM_ADMIN, 'owner:admin'],
  'node:validate': OWNER_MEMBER_AND_LESSEE_ADMIN,
  'node:set_maintenance': OWNER_MEMBER_AND_LESSEE_ADMIN,
  'node:clear_maintenance': OWNER_MEMBER_AND_LESSEE_ADMIN,
  'node:get_boot_device': MEMBER_OR_OWNER_ADMIN,
  'node:set_boot_device': MEMBER_OR_OWNER_ADMIN,
  'node:get_indicator_state': PROJECT_READER,
  'node:set_indicator_state': MEMBER_OR_OWNER_MEMBER,
  'node:inject_nmi': MEMBER_OR_OWNER_ADMIN,
  'node:get_states': PROJECT_READER,
  'node:set_power_state': PROJECT_MEMBER,
  'node:set_boot_mode': PROJECT_MEMBER,
  'node:set_secure_boot': PROJECT_MEMBER,
  'node:set_provision_state': OWNER_MEMBER_AND_LESSEE_ADMIN,
  'node:set_raid_state': MEMBER_OR_OWNER_MEMBER,
  'node:get_console': MEMBER_OR_OWNER_MEMBER,
  'node:set_console_state': MEMBER_OR_OWNER_MEMBER,
  'node:vif:list': PROJECT_READER,
  'node:vif:attach': OWNER_MEMBER_AND_LESSEE_ADMIN,
  'node:vif:detach': OWNER_MEMBER_AND_LESSEE_ADMIN,
  'node:traits:list': PROJECT_READER,
  'node:traits:set': MEMBER_OR_OWNER_ADMIN,
  'node:traits:delete': MEMBER_OR_OWNER_ADMIN,
  'node:bios:get': PROJECT_READER,
  'node:firmware:get': PROJECT_READER,
  'node:history:get': OWNER_READER,
  'node:inventory:get': OWNER_READER,
  'node:vmedia:get': PROJECT_READER,
  'node:vmedia:attach': PROJECT_MEMBER,
  'node:vmedia:detach': PROJECT_MEMBER,
  'node:vendor_passthru': SYSTEM_ADMIN,
  'shards:get': SYSTEM_READER,
  'port:get': PROJECT_READER,
  'port:list': API_READER,
  'port:list_all': SYSTEM_READER,
  'port:create': ADMIN_OR_OWNER_ADMIN,
  'port:delete': ADMIN_OR_OWNER_ADMIN,
  'port:update': MEMBER_OR_OWNER_ADMIN,
  'portgroup:get': PROJECT_READER,
  'portgroup:list': API_READER,
  'portgroup:list_all': SYSTEM_READER,
  'portgroup:create': ADMIN_OR_OWNER_ADMIN,
  'portgroup:delete': ADMIN_OR_OWNER_ADMIN,
  'portgroup:update': MEMBER_OR_OWNER_ADMIN,
  'volume:get': PROJECT_READER,
  'volume:list': API_READER,
  'volume:list_all': SYSTEM_READER,
  'volume:create': MEMBER_OR_OWNER_LESSEE_ADMIN,
  'volume:delete': MEMBER_OR_OWNER_LESSEE_ADMIN,
  'volume:update': OWNER_MEMBER_AND_LESSEE_ADMIN,
  'volume:view_target_properties': [...SYSTEM_READER, 'any:admin'],
  'chassis:get': SYSTEM_READER,
  'chassis:create': SYSTEM_ADMIN,
  'chassis:update': SYSTEM_MEMBER,
  'chassis:delete': SYSTEM_ADMIN,
  'driver:get': SYSTEM_READER,
  'driver:get_properties': SYSTEM_READER,
  'driver:get_raid_logical_disk_properties': SYSTEM_READER,
  'driver:vendor_passthru': SYSTEM_ADMIN,
  'conductor:get': SYSTEM_READER,
  'allocation:get': OWNED_READER,
  'allocation:list': API_READER,
  'allocation:list_all': SYSTEM_READER,
  'allocation:create': [...SYSTEM_MEMBER, 'any:member'],
  'allocation:create_restricted': SYSTEM_MEMBER,
  'allocation:update': OWNED_MEMBER,
  'allocation:delete': OWNED_MEMBER,
  'events:post': SYSTEM_ADMIN,
  'deploy_template:get': SYSTEM_READER,
  'deploy_template:create': SYSTEM_ADMIN,
  'deploy_template:update': SYSTEM_ADMIN,
  'deploy_template:delete': SYSTEM_ADMIN,
  'runbook:list': API_READER,
  'runbook:list_all': SYSTEM_READER,
  'runbook:get': OWNED_READER,
  'runbook:create': [...SYSTEM_MEMBER, 'any:manager', 'any:admin'],
  'runbook:update': [...SYSTEM_MEMBER, 'owner:manager', 'owner:admin'],
  'runbook:delete': [...SYSTEM_MEMBER, 'owner:manager', 'owner:admin'],
  'inspection_rule:get': SYSTEM_READER,
  'inspection_rule:create': SYSTEM_ADMIN,
  'inspection_rule:update': SYSTEM_ADMIN,
  'inspection_rule:delete': SYSTEM_ADMIN,
} satisfies { [name: string]: readonly Grant[] | undefined };

export type Policy = keyof typeof POLICIES;
const RULES: { readonly [name in Policy]: readonly Grant[] | undefined } = POLICIES;

function holds(identity: Identity, grant: Grant, of: Ownership): boolean {
  if (grant === 'service') return identity.service;
  const [scope, role] = grant.split(':') as [string, string];
  if (!identity.roles.includes(role)) return false;
  if (scope === 'any') return true;
  if (scope === 'system') return identity.system;
  return identity.projectId !== null && identity.projectId === of[scope as keyof Ownership];
}

/**
 * @param of whose the thing is; absent for what belongs to nobody, such as a driver
 * @returns whether this caller may do that
 */
export function allowed(identity: Identity, policy: Policy, of: Ownership = NOBODYS): boolean {
  const grants = RULES[policy];
  return identity.unrestricted || grants === undefined || grants.some((grant) => holds(identity, grant, of));
}

/** Node field → the policy of changing it, where it is not `node:update`. Every `*_interface` goes with the driver. */
const FIELD_POLICIES: { readonly [field: string]: Policy } = {
  extra: 'node:update_extra', instance_info: 'node:update_instance_info', driver_info: 'node:update:driver_info',
  properties: 'node:update:properties', chassis_uuid: 'node:update:chassis_uuid', instance_uuid: 'node:update:instance_uuid',
  lessee: 'node:update:lessee', owner: 'node:update:owner', driver: 'node:update:driver_interfaces',
  network_data: 'node:update:network_data', conductor_group: 'node:update:conductor_group', name: 'node:update:name',
  retired: 'node:update:retired', retired_reason: 'node:update:retired', shard: 'node:update:shard',
  parent_node: 'node:update:parent_node', automated_clean: 'node:disable_cleaning',
};
/** @returns the policy that rules over changing this field of a node */
export const fieldPolicy = (field: string): Policy => FIELD_POLICIES[field] ?? (field.endsWith('_interface') ? 'node:update:driver_interfaces' : 'node:update');
