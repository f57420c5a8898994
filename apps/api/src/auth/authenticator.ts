import type { IncomingHttpHeaders } from 'node:http';
import { type Identity, UNRESTRICTED } from '@ingot/domain';

/** Finds out who asks. Public endpoints are never asked. */
export interface Authenticator {
  /** @throws Unauthorized (401), Unavailable (503) when it cannot be found out now */
  authenticate(headers: IncomingHttpHeaders): Promise<Identity>;
}

/** A 401: its body and its challenge depend on the strategy and have no envelope. */
export class Unauthorized extends Error {
  override readonly name = 'Unauthorized';
  readonly challenge: string;
  readonly body: object;
  constructor(challenge: string, body: object) {
    super('Authentication is required.');
    this.challenge = challenge;
    this.body = body;
  }
}

/** Everybody may do everything: for a loopback or management network. */
export const noauth: Authenticator = { authenticate: async () => UNRESTRICTED };
