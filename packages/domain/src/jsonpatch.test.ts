import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPatch, PatchFailure, type PatchOperation, segments } from './jsonpatch.ts';
import type { JsonObject } from './types.ts';

const doc: JsonObject = { name: null, extra: { a: 1, list: ['x', 'y'], 'a/b': 1, 'm~n': 2 }, properties: {} };

test.each<[string, PatchOperation[], JsonObject]>([
  ['nothing', [], {}],
  ['replace a field', [{ op: 'replace', path: '/name', value: 'n1' }], { name: 'n1' }],
  ['add to an existing field replaces it', [{ op: 'add', path: '/name', value: 'n1' }], { name: 'n1' }],
  ['add into an object', [{ op: 'add', path: '/properties/cpu', value: { n: 4 } }], { properties: { cpu: { n: 4 } } }],
  ['in order', [{ op: 'add', path: '/properties/k', value: {} }, { op: 'add', path: '/properties/k/z', value: 1 }], { properties: { k: { z: 1 } } }],
  ['replace null', [{ op: 'replace', path: '/extra', value: null }], { extra: null }],
  ['append', [{ op: 'add', path: '/extra/list/-', value: 'z' }], { extra: { ...(doc.extra as JsonObject), list: ['x', 'y', 'z'] } }],
  ['insert', [{ op: 'add', path: '/extra/list/0', value: 'w' }], { extra: { ...(doc.extra as JsonObject), list: ['w', 'x', 'y'] } }],
  ['replace in a list', [{ op: 'replace', path: '/extra/list/1', value: 'z' }], { extra: { ...(doc.extra as JsonObject), list: ['x', 'z'] } }],
  ['remove from a list', [{ op: 'remove', path: '/extra/list/0' }], { extra: { ...(doc.extra as JsonObject), list: ['y'] } }],
  ['escapes', [{ op: 'replace', path: '/extra/a~1b', value: 9 }, { op: 'replace', path: '/extra/m~0n', value: 8 }], { extra: { ...(doc.extra as JsonObject), 'a/b': 9, 'm~n': 8 } }],
  ['remove a field and set it again', [{ op: 'remove', path: '/name' }, { op: 'add', path: '/name', value: 'x' }], { name: 'x' }],
])('%s', (_what, ops, changed) => {
  expect(applyPatch(doc, ops)).toEqual({ ...doc, ...changed });
});

test('a removed field is missing from the result', () => {
  expect(applyPatch(doc, [{ op: 'remove', path: '/name' }])).not.toHaveProperty('name');
});

test.each<[PatchOperation, string]>([
  [{ op: 'replace', path: '/zz', value: 1 }, "can't replace a non-existent object 'zz'"],
  [{ op: 'remove', path: '/extra/zz' }, "can't remove a non-existent object 'zz'"],
  [{ op: 'add', path: '/properties/a/b', value: 1 }, "below a non-existent object 'a'"],
  [{ op: 'add', path: '/name/b', value: 1 }, "below a non-existent object 'name'"],
  [{ op: 'add', path: '/extra/list/3', value: 1 }, "can't use '3' as an index here"],
  [{ op: 'add', path: '/extra/list/01', value: 1 }, 'as an index here'],
  [{ op: 'remove', path: '/extra/list/-' }, 'as an index here'],
  [{ op: 'replace', path: '/extra/list/2', value: 1 }, "can't use '2' as an index here"],
  [{ op: 'remove', path: '/extra/list/length' }, 'as an index here'],
  [{ op: 'remove', path: '' }, 'is not a path that can be patched'],
  [{ op: 'remove', path: '/extra/toString' }, 'non-existent'],
])('%j is refused', (op, reason) => {
  expect(() => applyPatch(doc, [op])).toThrow(PatchFailure);
  expect(() => applyPatch(doc, [op])).toThrow(reason);
});

test.each(['/__proto__/polluted', '/extra/__proto__/polluted', '/constructor/prototype/polluted', '/extra/constructor', '/extra/prototype'])(
  '%s reaches no prototype', (path) => {
    expect(() => applyPatch(doc, [{ op: 'add', path, value: true }])).toThrow('is not a path that can be patched');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  },
);

test('a failure shows no values: they may be secrets', () => {
  const op: PatchOperation = { op: 'replace', path: '/driver_info/ipmi_password', value: 's3cret' };
  expect(() => applyPatch(doc, [op])).toThrow(/^(?!.*s3cret)/);
});

/** Neither a success nor a failure half-way changes the input, and nothing of input or patch is shared with the result. */
test('the input is never mutated', () => {
  const path = fc.constantFrom('/name', '/extra', '/extra/a', '/extra/list', '/extra/list/0', '/extra/list/-', '/properties/x', '/properties/x/y');
  const op: fc.Arbitrary<PatchOperation> = fc.oneof(
    fc.record({ op: fc.constantFrom('add' as const, 'replace' as const), path, value: fc.jsonValue().map((value) => value as JsonObject) }),
    fc.record({ op: fc.constant('remove' as const), path }),
  );
  fc.assert(
    fc.property(fc.array(op, { maxLength: 8 }), (ops) => {
      const input = structuredClone(doc);
      const given = structuredClone(ops);
      try {
        applyPatch(input, ops);
      } catch (error) {
        expect(error).toBeInstanceOf(PatchFailure);
      }
      expect(input).toEqual(doc);
      expect(ops).toEqual(given);
    }),
  );
});

test('~01 is ~1, not /', () => expect(segments('/a~01/b')).toEqual(['a~1', 'b']));
