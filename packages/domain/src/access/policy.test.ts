import { describe, expect, it } from 'vitest';
import { type Identity, UNRESTRICTED } from './identity.ts';
import { allowed, fieldPolicy, type Policy } from './policy.ts';

const nobody: Identity = { user: 'u', projectId: null, roles: [], system: false, service: false, unrestricted: false };
const system = (...roles: string[]): Identity => ({ ...nobody, system: true, roles });
const project = (projectId: string, ...roles: string[]): Identity => ({ ...nobody, projectId, roles });
const ADMIN = ['admin', 'manager', 'member', 'reader'];
const MEMBER = ['member', 'reader'];
const node = { owner: 'own', lessee: 'let' };

/** Who → what it may do to a node that `own` owns and `let` leases. */
const CASES: [string, Identity, Policy[], Policy[]][] = [
  ['system admin', system(...ADMIN), ['node:create', 'node:delete', 'node:vendor_passthru', 'node:update:owner', 'chassis:create', 'node:list_all'], []],
  ['system member', system(...MEMBER), ['node:set_provision_state', 'node:update', 'node:update:owner', 'chassis:update'], ['node:create', 'node:delete', 'chassis:create', 'node:update:shard']],
  ['system reader', system('reader'), ['node:get', 'node:get:driver_info', 'node:list_all', 'conductor:get'], ['node:update', 'node:set_power_state', 'node:validate']],
  ['service in the service project', { ...project('services', 'service'), service: true }, ['node:get', 'node:set_provision_state', 'node:list_all'], ['node:create', 'node:delete']],
  ['owner admin', project('own', ...ADMIN), ['node:get', 'node:delete', 'node:update:driver_interfaces', 'port:create', 'node:create:self_owned_node'], ['node:create', 'node:update:owner', 'node:list_all', 'chassis:get']],
  ['owner member', project('own', ...MEMBER), ['node:set_provision_state', 'node:update:driver_info', 'node:set_raid_state', 'node:get:last_error'], ['node:update:driver_interfaces', 'port:create', 'node:traits:set']],
  ['owner reader', project('own', 'reader'), ['node:get', 'node:history:get', 'node:list'], ['node:update', 'node:set_power_state']],
  ['lessee admin', project('let', ...ADMIN), ['node:set_provision_state', 'node:vif:attach', 'node:update_instance_info', 'volume:create'], ['node:update:driver_info', 'node:get:driver_info', 'node:delete', 'port:create']],
  ['lessee member', project('let', ...MEMBER), ['node:get', 'node:set_power_state', 'node:update_extra'], ['node:set_provision_state', 'node:get:last_error']],
  ['another project', project('else', ...ADMIN), ['node:list', 'node:create:self_owned_node'], ['node:get', 'node:set_power_state', 'allocation:get']],
  ['no role', nobody, ['public'], ['node:get', 'node:list', 'allocation:create']],
  ['unrestricted', UNRESTRICTED, ['node:create', 'node:vendor_passthru', 'events:post'], []],
];

describe('policy', () => {
  it.each(CASES)('%s', (_who, identity, may, mayNot) => {
    expect(may.filter((policy) => !allowed(identity, policy, node))).toEqual([]);
    expect(mayNot.filter((policy) => allowed(identity, policy, node))).toEqual([]);
  });
  it('takes a node without owner for nobody’s, also for a caller without project', () => {
    expect(allowed({ ...nobody, roles: ADMIN }, 'node:get', { owner: null, lessee: null })).toBe(false);
  });
  it('knows the policy of each node field', () => {
    expect(['owner', 'power_interface', 'description', 'automated_clean'].map(fieldPolicy)).toEqual([
      'node:update:owner', 'node:update:driver_interfaces', 'node:update', 'node:disable_cleaning',
    ]);
  });
});
