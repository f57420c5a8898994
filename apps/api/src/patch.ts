import { BadRequest, NotAcceptable, type PatchOperation } from '@ingot/domain';
import { z } from 'zod';
import type { SinceTable } from './arguments.ts';
import type { ApiRequest } from './route.ts';

/** The form of a JSON patch; what its paths and values may be, the resource says. */
export const PATCH = z.array(z.strictObject({ op: z.enum(['add', 'replace', 'remove']), path: z.string().regex(/^(\/[\w~-]+)+$/), value: z.json().optional() }));

/** The body of a PATCH. @throws BadRequest when it is no JSON patch, NotAcceptable for a field newer than the version */
export function patchOf(request: ApiRequest<object, z.output<typeof PATCH>>, since: SinceTable): PatchOperation[] {
  return request.body.map(({ op, path, value }) => {
    if ((since[path.split('/')[1] ?? ''] ?? 1) > request.minor) throw new NotAcceptable();
    if (op === 'remove') return { op, path };
    if (value === undefined) throw new BadRequest(`Schema error for patch: 'value' is a required property to ${op} ${path}`);
    return { op, path, value };
  });
}
