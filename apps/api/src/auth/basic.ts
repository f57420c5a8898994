import { UNRESTRICTED, Unavailable } from '@ingot/domain';
import { type Authenticator, Unauthorized } from './authenticator.ts';
import { openHtpasswd } from './htpasswd.ts';

const refused = (message: string) => new Unauthorized('Basic realm="Baremetal API"', { error: { message, code: 401 } });

/** `http_basic`: names and passwords from an htpasswd file. There are no roles: who is known may do everything. */
export function httpBasic(file: string): Authenticator {
  const users = openHtpasswd(file);
  return {
    async authenticate(headers) {
      const [, encoded] = /^basic +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
      if (encoded === undefined) throw refused('Authorization required');
      const text = Buffer.from(encoded, 'base64').toString('utf8');
      const colon = text.indexOf(':');
      if (colon < 0) throw refused('Could not parse the Authorization header');
      const name = text.slice(0, colon);
      const right = await users.verify(name, text.slice(colon + 1)).catch((cause: Error) => {
        throw new Unavailable('The user file of the service cannot be read; see its log.', 'AuthenticationUnavailable', { cause });
      });
      if (!right) throw refused('Incorrect username or password');
      return { ...UNRESTRICTED, user: name };
    },
  };
}
