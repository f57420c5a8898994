import type { JsonObject, NodeRecord, PortRecord } from '@ingot/domain';
import { expect, test } from 'vitest';
import { patchedPort } from './patch.ts';
import { checkLink, checkPortChange } from './rules.ts';

const port = {
  uuid: 'p', node_uuid: '00000000-0000-4000-8000-000000000001', address: '52:54:00:00:00:01', name: 'eth~0', extra: { a: 1 }, local_link_connection: {},
  pxe_enabled: false, physical_network: 'phys', is_smartnic: false, description: null, vendor: null, category: null,
} as unknown as PortRecord;
const patch = (op: 'add' | 'replace' | 'remove', path: string, value?: never) => patchedPort(port, [value === undefined ? { op, path } : { op, path, value }], 115);

test('only what changes comes out, in its stored form', () => {
  expect(patch('replace', '/address', '52-54-00-00-00-0A' as never)).toEqual({ address: '52:54:00:00:00:0a' });
  expect(patch('add', '/extra/b', 2 as never)).toEqual({ extra: { a: 1, b: 2 } });
  expect(patch('replace', '/pxe_enabled', 'no' as never)).toEqual({});
});

test('remove puts the default back; what is required stays', () => {
  expect(patch('remove', '/pxe_enabled')).toEqual({ pxe_enabled: true });
  expect(patch('remove', '/physical_network')).toEqual({ physical_network: null });
  expect(() => patch('remove', '/address')).toThrow("'address' is a required property");
});

test('refuses other fields and wrong values', () => {
  expect(() => patch('replace', '/internal_info', {} as never)).toThrow('Cannot patch /internal_info');
  expect(() => patch('replace', '/address', 'x' as never)).toThrow('Expected valid MAC address for address: x');
  expect(() => patch('remove', '/extra/zz')).toThrow("can't remove a non-existent object 'zz'");
});

test('local_link_connection has one of its forms', () => {
  const good: [JsonObject, number][] = [[{}, 19], [{ switch_id: '0a:1b:2c:3d:4e:5f', port_id: 'Eth1', switch_info: 's' }, 19], [{ port_id: 'p', hostname: 'h' }, 53], [{ network_type: 'unmanaged' }, 64]];
  for (const [link, minor] of good) expect(() => checkLink(link, minor)).not.toThrow();
  const bad: [JsonObject, number][] = [[{ network_type: 'unmanaged' }, 63], [{ switch_id: 'x', port_id: 'p' }, 115], [{ port_id: 'p' }, 115], [{ bogus: 'x' }, 115]];
  for (const [link, minor] of bad) expect(() => checkLink(link, minor), JSON.stringify(link)).toThrow();
});

test('cabling and address change only where the node allows it, or in maintenance', () => {
  const node = (provision_state: string, maintenance = false) => ({ uuid: 'n', provision_state, maintenance, instance_uuid: null }) as unknown as NodeRecord;
  expect(() => checkPortChange(port, { pxe_enabled: true }, node('available'))).toThrow('can not have any connectivity attributes');
  expect(() => checkPortChange(port, { pxe_enabled: true }, node('manageable'))).not.toThrow();
  expect(() => checkPortChange(port, { address: 'x' }, node('active'))).toThrow('Cannot update the address');
  expect(() => checkPortChange(port, { address: 'x', pxe_enabled: true }, node('active', true))).not.toThrow();
});
