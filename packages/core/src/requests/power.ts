import { BadRequest, Conflict, invalidState, isPowerTarget, nodeLocked, NotAcceptable, NotFound, noValidHost, POWER_TARGETS } from '@ingot/domain';
import type { Core } from '../context.ts';
import { attempt } from './attempt.ts';

export interface PowerRequest {
  ident: string;
  target: string;
  /** seconds the change may take */
  timeout?: number;
  minor: number;
  requestId: string;
}

/**
 * `PUT /v1/nodes/{node}/states/power`. The intent writes target_power_state; provision_state stays.
 * Uses the reserved share, so that a machine can be switched off when all ordinary slots are busy.
 * @throws as Ironic: 406 soft targets below 1.27, 400 while cleaning, 409 locked or power-off disabled
 */
export async function requestPower(core: Core, request: PowerRequest): Promise<{ uuid: string }> {
  const { target, minor } = request;
  const node = await attempt(core, request.ident, async (read) => {
    if (!isPowerTarget(target)) throw invalidState(target, read.uuid, read.provision_state);
    const rule = POWER_TARGETS[target];
    if (minor < rule.since || (request.timeout !== undefined && minor < 27)) throw new NotAcceptable();
    if (request.timeout !== undefined && request.timeout < 1) throw new BadRequest('timeout must be a positive number of seconds.');
    if (read.provision_state === 'cleaning' || read.provision_state === 'clean wait') {
      if (read.reservation) throw nodeLocked(read.uuid, read.reservation);
      throw invalidState(target, read.uuid, read.provision_state);
    }
    if (read.disable_power_off && rule.stored === 'power off') {
      throw new Conflict(`Power off is disabled for node ${read.uuid}.`, 'PowerStateFailure');
    }
    const open = await core.store.operations.openOf(read.uuid);
    if (open) throw nodeLocked(read.uuid, read.reservation ?? open.owner_host ?? core.directory.hostFor(read) ?? 'unknown');
    const pools = await core.directory.pools(read.driver, read.conductor_group);
    if (pools.length === 0) throw new NotFound(noValidHost(read.driver, read.conductor_group), 'NoValidHost');
    return {
      node: read,
      verb: target,
      phase: 'start',
      patch: { target_power_state: rule.stored, last_error: null },
      args: request.timeout === undefined ? {} : { timeout: request.timeout },
      pools,
      klass: 'urgent',
      requestId: request.requestId,
    };
  });
  return { uuid: node.uuid };
}
