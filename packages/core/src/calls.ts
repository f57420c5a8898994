import { BadRequest, type Json, type JsonObject, nodeNotFound, NotFound, noValidHost, Unavailable } from '@ingot/domain';
import type { Core } from './context.ts';

/** A short question to a driver: it runs in a conductor (I7) but is no operation, changes no state and needs no slot. */
export interface DriverCall {
  call: 'validate' | 'get_boot_device' | 'set_boot_device' | 'get_supported_boot_devices';
  [argument: string]: Json;
}
/** How a conductor's answer travels: errors of the driver are answers too. */
export type CallAnswer = { result: Json } | { error: string; kind: string };

/**
 * @param ident uuid or name
 * @returns what the driver said
 * @throws NotFound (no node, or no conductor for it), BadRequest (the driver refused), Unavailable (no answer in time)
 */
export async function callDriver(core: Core, ident: string, call: DriverCall): Promise<Json> {
  const [node] = await Promise.all([core.store.nodes.get(ident), core.directory.fresh()]);
  if (!node) throw nodeNotFound(ident);
  const pool = (await core.directory.pools(node.driver, node.conductor_group))[0];
  if (!pool) throw new NotFound(noValidHost(node.driver, node.conductor_group), 'NoValidHost');
  const data: JsonObject = { ...call, node: node.uuid };
  const answer = (await core.queue.call(pool, call.call, data, core.config.requestDeadlineMs).catch((error: Error) => {
    throw new Unavailable('No conductor answered in time; retry later.', 'CallTimeout', { cause: error });
  })) as CallAnswer;
  if ('error' in answer) throw new BadRequest(answer.error, answer.kind);
  return answer.result;
}
