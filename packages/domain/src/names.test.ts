import { expect, test } from 'vitest';
import { isConductorGroup, isLogicalName, isNodeName, isTrait, isUuid, normalMac } from './names.ts';

const uuid = '1be26c0b-03f2-4d2e-ae87-c02d7f33c123';

test.each(['node-1', 'A.b_c~d', '7', 'x'.repeat(255)])('%s is a logical name', (name) => expect(isLogicalName(name)).toBe(true));
test.each(['', 'a b', 'a/b', 'ä', 'x'.repeat(256), uuid, uuid.toUpperCase(), 'a\n'])(
  '%j is no logical name', (name) => expect(isLogicalName(name)).toBe(false),
);

test('below 1.10 a node name is a host name', () => {
  for (const name of ['n1', 'rack-1.example.com', 'n.my_zone.org', 'n1.', 'a'.repeat(63)]) expect(isNodeName(name, 9), name).toBe(true);
  for (const name of ['N1', 'a_b', '-a', 'a-', 'a..b', '.a', 'a~b', 'a'.repeat(64), uuid]) expect(isNodeName(name, 9), name).toBe(false);
  for (const name of ['N1', 'a_b', '-a', 'a~b']) expect(isNodeName(name, 10), name).toBe(true);
});

test('path segments under /v1/nodes are reserved', () => {
  for (const name of ['maintenance', 'management', 'states', 'vendor_passthru', 'detail', 'validate']) for (const minor of [5, 9, 10, 115]) expect(isNodeName(name, minor)).toBe(false);
});

test('uuid', () => {
  expect(isUuid(uuid)).toBe(true);
  expect(isUuid(uuid.toUpperCase())).toBe(true);
  for (const text of ['', 'node-1', uuid.slice(1), `${uuid}\n`, uuid.replaceAll('-', '')]) expect(isUuid(text)).toBe(false);
});

test('MAC addresses are stored in lower case with colons', () => {
  expect(normalMac('52:54:00:AB:cd:0f')).toBe('52:54:00:ab:cd:0f');
  expect(normalMac('52-54-00-AB-CD-0F')).toBe('52:54:00:ab:cd:0f');
  for (const text of ['', '525400abcd0f', '52:54:00:ab:cd', '52:54:00:ab:cd:0g', '52:54:00:ab:cd:0f:11']) expect(normalMac(text)).toBeUndefined();
});

test('traits', () => {
  for (const trait of ['CUSTOM_GPU', 'HW_CPU_X86_VMX', 'COMPUTE_NODE', `CUSTOM_${'A'.repeat(248)}`]) expect(isTrait(trait), trait).toBe(true);
  for (const trait of ['', 'CUSTOM_', 'custom_gpu', 'CUSTOM_a', 'GPU', 'CUSTOM_A-B', `CUSTOM_${'A'.repeat(249)}`]) expect(isTrait(trait), trait).toBe(false);
});

test('conductor groups; the empty one is the default', () => {
  for (const text of ['', 'Rack_1.A-b', 'x'.repeat(255)]) expect(isConductorGroup(text), text).toBe(true);
  for (const text of ['a b', 'a/b', 'ä', 'x'.repeat(256)]) expect(isConductorGroup(text), text).toBe(false);
});
