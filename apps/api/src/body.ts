import { BadRequest } from '@ingot/domain';
import { z } from 'zod';
import { BodyRefused } from './errors.ts';

const MAX_DEPTH = 25;

/** Nesting of a JSON text, found before it is parsed: a deep document costs nothing (OSSN-0099). @throws BodyRefused */
function checkDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) i++;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 123 || c === 91) {
      if (++depth > MAX_DEPTH) throw new BodyRefused(400, `The JSON document is nested deeper than ${MAX_DEPTH} levels.`);
    } else if (c === 125 || c === 93) depth--;
  }
}

/**
 * @returns the document, or undefined for an empty body
 * @throws BodyRefused when it is nested too deep (also below a key that is written twice), BadRequest when it is no JSON
 */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  checkDepth(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRequest('The request body is not valid JSON.');
  }
}

/** @returns the body as the schema has it. @throws BadRequest naming the first thing that is wrong */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.');
  const absent = where !== undefined && issue?.path.length === 1 && isObject(body) && body[where] === undefined;
  if (issue?.code === 'invalid_type' && absent) throw new BadRequest(`Missing mandatory parameter: ${where}`);
  throw new BadRequest(`Schema error for ${where || 'the body'}: ${issue?.message}`);
}

const isObject = (value: unknown): value is { [key: string]: unknown } => typeof value === 'object' && value !== null;

/** JSON booleans and the words that Ironic takes for them. */
export const looseBoolean = z.union([
  z.boolean(),
  z.string().transform((text, context) => {
    if (/^(1|t|true|y|yes|on)$/i.test(text)) return true;
    if (/^(0|f|false|n|no|off)$/i.test(text)) return false;
    context.addIssue({ code: 'custom', message: `'${text}' is not a boolean` });
    return z.NEVER;
  }),
]);
