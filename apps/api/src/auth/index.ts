import type { Config } from '@ingot/config';
import { type Authenticator, noauth } from './authenticator.ts';
import { httpBasic } from './basic.ts';
import { keystone } from './keystone.ts';

/** The authenticator that the settings name. */
export function createAuthenticator({ auth, requestDeadlineMs }: Config): Authenticator {
  switch (auth.strategy) {
    case 'noauth':
      return noauth;
    case 'http_basic':
      return httpBasic(auth.file);
    case 'keystone':
      return keystone({ ...auth, timeoutMs: requestDeadlineMs });
  }
}
