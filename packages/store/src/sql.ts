import { readFileSync } from 'node:fs';

/** A statement of ../sql, each in a file of its own with its contract in the header (comments are not sent). */
export function sql(name: string): string {
  return readFileSync(new URL(`../sql/${name}.sql`, import.meta.url), 'utf8').replace(/^\s*--.*\n/gm, '');
}
