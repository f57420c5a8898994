import { BadRequest, type DriverOffer, INTERFACE_KINDS, type NodePatch, noValidHost } from '@ingot/domain';
import type { Core } from '../context.ts';

/** @throws BadRequest (400 NoValidHost) when no live conductor serves driver and group */
export async function offerFor(core: Core, driver: string, group: string): Promise<DriverOffer> {
  await core.directory.fresh();
  const offer = await core.directory.offerFor(driver, group);
  if (!offer) throw new BadRequest(noValidHost(driver, group), 'NoValidHost');
  return offer;
}

/**
 * Checks the interfaces that are given and fills in the defaults for those that are absent or null.
 * @throws BadRequest when one is not enabled for the driver, or a kind has no default
 */
export function resolveInterfaces(driver: string, offer: DriverOffer, given: { [field: string]: unknown }): NodePatch {
  const patch: { [field: string]: string } = {};
  for (const kind of INTERFACE_KINDS) {
    const field = `${kind}_interface` as const;
    const wanted = given[field];
    const { enabled, default: fallback } = offer.interfaces[kind];
    if (wanted === null || wanted === undefined) {
      if (fallback === null) throw new BadRequest(`No default interface found for ${kind} interface of driver ${driver}.`, 'NoValidDefaultForInterface');
      patch[field] = fallback;
    } else if (enabled.includes(String(wanted))) {
      patch[field] = String(wanted);
    } else {
      throw new BadRequest(`Could not find the following interface in the 'ironic.hardware.interfaces.${kind}' entrypoint: ${String(wanted)}. Valid interfaces are [${enabled.map((name) => `'${name}'`).join(', ')}].`, 'InterfaceNotFoundInEntrypoint');
    }
  }
  return patch;
}
