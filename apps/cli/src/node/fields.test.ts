import { describe, expect, it } from 'vitest';
import { pairs, patchOf, seconds, valueOf } from './fields.ts';

describe('what is typed', () => {
  it.each([['8', 8], ['true', true], ['null', null], ['{"a":[1]}', { a: [1] }], ['rack-1', 'rack-1'], ['', ''], ['"8"', '8']])('%j is %j', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });
  it('collects key=value, with = in the value', () => {
    expect(pairs('b=x=y', pairs('a=1'))).toEqual({ a: 1, b: 'x=y' });
  });
  it.each(['novalue', '=x'])('refuses %j', (text) => expect(() => pairs(text)).toThrow('key=value'));
  it.each(['0', '-1', '1.5', 'n1'])('%j is no number of seconds', (text) => expect(() => seconds(text)).toThrow('seconds'));
  it('makes a patch of dotted and slashed paths', () => {
    expect(patchOf({ 'driver_info.address': '10.0.0.7' }, ['/extra/a'])).toEqual([
      { op: 'add', path: '/driver_info/address', value: '10.0.0.7' },
      { op: 'remove', path: '/extra/a' },
    ]);
  });
});
