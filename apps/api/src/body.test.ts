import { BadRequest } from '@ingot/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseBody, parseJson } from './body.ts';
import { BodyRefused } from './errors.ts';

const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);

describe('request bodies', () => {
  it('takes 25 levels and no more', () => {
    expect(parseJson(nested(25))).toBeInstanceOf(Array);
    expect(() => parseJson(nested(26))).toThrow(BodyRefused);
    expect(() => parseJson(`${'{"a":'.repeat(26)}1${'}'.repeat(26)}`)).toThrow(BodyRefused);
  });
  it('finds a million levels without a stack', () => {
    expect(() => parseJson('['.repeat(1_000_000))).toThrow(BodyRefused);
  });
  it('finds depth that a second key of the same name would hide', () => {
    expect(() => parseJson(`{"a": ${nested(26)}, "a": 1}`)).toThrow(BodyRefused);
  });
  it('does not count brackets within strings', () => {
    expect(parseJson(JSON.stringify({ text: `"\\${nested(40)}` }))).toEqual({ text: `"\\${nested(40)}` });
    expect(parseJson(`[${Array(100).fill('[]').join(',')}]`)).toHaveLength(100);
  });
  it('tells an empty body from one that is no JSON', () => {
    expect(parseJson('')).toBeUndefined();
    for (const text of ['{', 'target=active', ' ', '{"a":1}{']) expect(() => parseJson(text)).toThrow(BadRequest);
  });
  it('tells what is missing from what is wrong', () => {
    const schema = z.strictObject({ target: z.string() });
    expect(() => parseBody(schema, {})).toThrow('Missing mandatory parameter: target');
    expect(() => parseBody(schema, { target: 5 })).toThrow('Schema error for target');
    expect(() => parseBody(schema, undefined)).toThrow('Schema error for the body');
    expect(() => parseBody(schema, { target: 'x', other: 1 })).toThrow('other');
  });
});
