import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import bcrypt from 'bcryptjs';

/** What a name that is not in the file is compared with, so that it takes as long as a wrong password. */
const NOBODY = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';

interface Entries {
  modified: number;
  hashes: Map<string, string>;
  /** bcrypt is slow on purpose: what was right once is remembered, as a keyed digest, until the file changes */
  known: Map<string, Buffer>;
}

/**
 * An htpasswd file with bcrypt entries (`htpasswd -B`), as Ironic takes it. It is read again when it has changed.
 * @returns whether name and password are right
 * @throws Error when the file cannot be read, or holds an entry that is not bcrypt
 */
export function openHtpasswd(file: string): { verify(name: string, password: string): Promise<boolean> } {
  let entries: Entries | undefined;
  const key = randomBytes(32);

  async function current(): Promise<Entries> {
    const { mtimeMs } = await stat(file);
    if (entries?.modified !== mtimeMs) {
      entries = { modified: mtimeMs, hashes: parse(await readFile(file, 'utf8')), known: new Map() };
    }
    return entries;
  }
  return {
    async verify(name, password) {
      const { hashes, known } = await current();
      const hash = hashes.get(name);
      const digest = createHmac('sha256', key).update(`${name}\0${password}`).digest();
      const before = known.get(name);
      if (hash !== undefined && before !== undefined && timingSafeEqual(before, digest)) return true;
      const right = await bcrypt.compare(password, hash ?? NOBODY);
      if (hash === undefined || !right) return false;
      known.set(name, digest);
      return true;
    },
  };
}

function parse(text: string): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const colon = line.indexOf(':');
    const [name, hash] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    if (colon < 1 || !/^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash)) {
      throw new Error(`The htpasswd file takes bcrypt entries only; make one with: htpasswd -nbB ${colon < 1 ? 'name' : name} password`);
    }
    hashes.set(name, hash);
  }
  return hashes;
}
