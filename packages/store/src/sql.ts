import { readFileSync } from 'node:fs';

/** A file of ../sql without its comments. */
const read = (name: string) => readFileSync(new URL(`../sql/${name}.sql`, import.meta.url), 'utf8').replace(/^\s*--.*\n/gm, '');

/**
 * A statement of ../sql, each in a file of its own with its contract in the header. `@node-patch $n` stands for
 * node-patch.sql with parameter $n as the patch, so that the columns are listed once.
 */
export function sql(name: string): string {
  return read(name).replace(/@node-patch (\$\d+)/g, (_, parameter: string) => read('node-patch').trim().replaceAll('@patch', () => parameter));
}
