import { BadRequest } from '@ingot/domain';
import { describe, expect, test } from 'vitest';
import { flag, integer, list, names, oneOf, PAGE, uuid } from './arguments.ts';

describe('query arguments', () => {
  test('are read as what they are', () => {
    expect(integer().parse('-7', 'limit')).toBe(-7);
    expect(['Yes', '0', 'OFF', 't'].map((value) => flag().parse(value, 'x'))).toEqual([true, false, false, true]);
    expect(list().parse(' UUID , name,', 'fields')).toEqual(['uuid', 'name']);
    expect(names().parse(' A , b,', 'shard')).toEqual(['A', 'b']);
    expect(oneOf(['a', 'b'], String).parse('b', 'x')).toBe('b');
  });
  test.each([
    [integer(), 'abc', 'Expected an integer for x: abc'],
    [integer(), '', 'Expected an integer for x: '],
    [integer(), '1.5', 'Expected an integer for x: 1.5'],
    [flag(), 'perhaps', "Expected a boolean for x, got 'perhaps'."],
    [uuid(), 'zzz', 'Expected UUID for x: zzz'],
    [PAGE.sort_dir, 'sideways', "Invalid sort direction: sideways. Acceptable values are 'asc' or 'desc'"],
  ])('%# refuses %j', (argument, value, text) => {
    expect(() => argument.parse(value, 'x')).toThrow(new BadRequest(text));
  });
});
