import { NotAcceptable } from '@ingot/domain';
import { RouterError } from './errors.ts';

export const MIN_MINOR = 1;
export const MAX_MINOR = 115;
const OLD = 'x-openstack-ironic-api-version';
const NEW = 'openstack-api-version';

/** Version outside the range (Min/Max are still sent), or not readable at all (`readable` false: they are not). */
export class VersionError extends RouterError {
  readonly readable: boolean;
  constructor(message: string, readable: boolean) {
    super(406, message);
    this.readable = readable;
  }
}

/**
 * @returns N of the microversion 1.N that the request asks for; 1 when it asks for none (reference: api.md §1)
 * @throws VersionError
 */
export function negotiate(headers: { [name: string]: string | string[] | undefined }): number {
  const asked = fromServiceHeader(headers[NEW]) ?? text(headers[OLD]);
  if (asked === undefined) return MIN_MINOR;
  if (asked === 'latest') return MAX_MINOR;
  const match = /^(\d+)\.(\d+)$/.exec(asked);
  if (!match) throw new VersionError(`Invalid value for ${OLD} header: ${asked}`, false);
  const minor = Number(match[2]);
  if (match[1] !== '1' || minor < MIN_MINOR || minor > MAX_MINOR) {
    throw new VersionError(`Version ${asked} was requested but the requested API version is not supported by this service: [1.${MIN_MINOR}, 1.${MAX_MINOR}].`, true);
  }
  return minor;
}

const text = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : value)?.trim().toLowerCase() || undefined;

/** `OpenStack-API-Version: baremetal 1.72, compute 2.1` */
function fromServiceHeader(value: string | string[] | undefined): string | undefined {
  return text(value)?.split(',').map((part) => part.trim().split(/\s+/)).find(([service]) => service === 'baremetal')?.[1];
}

/** Refuses what the negotiated version does not have yet. @throws NotAcceptable */
export function requireMinor(minor: number, since: number): void {
  if (minor < since) throw new NotAcceptable(`Request not acceptable. The minimal required API version should be 1.${since}`);
}
