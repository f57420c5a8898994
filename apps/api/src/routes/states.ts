import { callDriver, requestPower, requestProvision } from '@ingot/core';
import { type JsonObject, nodeNotFound, stateForReader } from '@ingot/domain';
import { z } from 'zod';
import { looseBoolean } from '../body.ts';
import { type ApiRequest, type Reply, route } from '../route.ts';

const ident = (request: ApiRequest) => request.params.node_ident as string;
const KINDS = ['vendor', 'power', 'management', 'firmware', 'deploy', 'bios', 'raid'];
const args = z.record(z.string(), z.json());
const priority = z.union([z.number().int().min(0), z.string().regex(/^\d+$/).transform(Number)]);
const step = z.strictObject({
  interface: z.enum(KINDS), step: z.string().min(1), args: args.optional(), order: priority.optional(),
  execute_on_child_nodes: z.boolean().optional(), limit_child_node_execution: z.array(z.string()).optional(),
});
const deployStep = z.strictObject({ interface: z.enum(KINDS), step: z.string().min(1), args, priority });
const PROVISION = z.strictObject({
  target: z.string(),
  configdrive: z.union([z.string(), z.strictObject({ meta_data: z.json().optional(), network_data: z.json().optional(), user_data: z.json().optional(), vendor_data: z.json().optional() })]).optional(),
  clean_steps: z.array(step).optional(), deploy_steps: z.array(deployStep).optional(), service_steps: z.array(step).optional(),
  rescue_password: z.string().optional(), disable_ramdisk: looseBoolean.optional(), runbook: z.string().optional(),
});
const POWER = z.strictObject({ target: z.string(), timeout: z.coerce.number().int().optional() });
const BOOT_DEVICE = z.strictObject({ boot_device: z.string(), persistent: looseBoolean.optional() });

async function states(request: ApiRequest): Promise<Reply> {
  const node = await request.core.store.nodes.get(ident(request));
  if (!node) throw nodeNotFound(ident(request));
  const { minor } = request;
  const body: JsonObject = {
    power_state: node.power_state, target_power_state: node.target_power_state,
    provision_state: stateForReader(node.provision_state, minor), target_provision_state: node.target_provision_state,
    provision_updated_at: node.provision_updated_at, last_error: node.last_error, console_enabled: node.console_enabled,
    ...(minor >= 12 ? { raid_config: node.raid_config, target_raid_config: node.target_raid_config } : {}),
    ...(minor >= 75 ? { boot_mode: node.boot_mode, secure_boot: node.secure_boot } : {}),
  };
  return { body };
}

export const routes = [
  route({ method: 'GET', path: '/v1/nodes/:node_ident/states', summary: 'States of a node', policy: 'node:get_states', success: 200, handler: states }),
  route({
    method: 'PUT', path: '/v1/nodes/:node_ident/states/provision', summary: 'Ask for a provision verb', policy: 'node:set_provision_state',
    body: PROVISION, bodyOrQuery: true, bodyLimitKib: 65_536, success: 202,
    handler: async (request) => {
      const { core, minor, requestId, body } = request;
      const { uuid } = await requestProvision(core, {
        ident: ident(request), verb: body.target, minor, requestId,
        ...(body.configdrive === undefined ? {} : { configdrive: body.configdrive as JsonObject }),
        ...(body.clean_steps === undefined ? {} : { cleanSteps: body.clean_steps as unknown as JsonObject[] }),
        ...(body.deploy_steps === undefined ? {} : { deploySteps: body.deploy_steps as unknown as JsonObject[] }),
        ...(body.service_steps === undefined ? {} : { serviceSteps: body.service_steps as unknown as JsonObject[] }),
        ...(body.rescue_password === undefined ? {} : { rescuePassword: body.rescue_password }),
        ...(body.disable_ramdisk === undefined ? {} : { disableRamdisk: body.disable_ramdisk }),
        ...(body.runbook === undefined ? {} : { runbook: body.runbook }),
      });
      return { location: `/v1/nodes/${uuid}/states` };
    },
  }),
  route({
    method: 'PUT', path: '/v1/nodes/:node_ident/states/power', summary: 'Switch a node on or off', policy: 'node:set_power_state', body: POWER, bodyOrQuery: true, success: 202,
    handler: async (request) => {
      const { core, minor, requestId, body: { target, timeout } } = request;
      const { uuid } = await requestPower(core, { ident: ident(request), target, minor, requestId, ...(timeout === undefined ? {} : { timeout }) });
      return { location: `/v1/nodes/${uuid}/states` };
    },
  }),
  route({
    method: 'GET', path: '/v1/nodes/:node_ident/validate', summary: 'Ask the drivers whether they have what they need', policy: 'node:validate', success: 200,
    handler: async (request) => {
      const results = (await callDriver(request.core, ident(request), { call: 'validate' })) as JsonObject;
      const since: { [kind: string]: number } = { network: 20, rescue: 38, bios: 40, storage: 33, firmware: 86 };
      return { body: Object.fromEntries(Object.entries(results).filter(([kind]) => (since[kind] ?? 1) <= request.minor)) };
    },
  }),
  route({
    method: 'GET', path: '/v1/nodes/:node_ident/management/boot_device', summary: 'What a node boots from', policy: 'node:get_boot_device', success: 200,
    handler: async (request) => ({ body: await callDriver(request.core, ident(request), { call: 'get_boot_device' }) }),
  }),
  route({
    method: 'GET', path: '/v1/nodes/:node_ident/management/boot_device/supported', summary: 'What a node can boot from', policy: 'node:get_boot_device', success: 200,
    handler: async (request) => ({ body: await callDriver(request.core, ident(request), { call: 'get_supported_boot_devices' }) }),
  }),
  route({
    method: 'PUT', path: '/v1/nodes/:node_ident/management/boot_device', summary: 'Set what a node boots from', policy: 'node:set_boot_device', body: BOOT_DEVICE, bodyOrQuery: true, success: 204,
    handler: async (request) => {
      const { boot_device, persistent = false } = request.body;
      await callDriver(request.core, ident(request), { call: 'set_boot_device', boot_device, persistent });
      return {};
    },
  }),
];
