import type { NodeRecord } from '@ingot/domain';
import { expect, test } from 'vitest';
import type { ApiRequest } from '../route.ts';
import { NODE_BRIEF, nodeView } from './node-view.ts';

const request = (minor: number) =>
  ({ minor, baseUrl: 'http://api', core: { directory: { hostFor: () => 'host-1' } } }) as unknown as ApiRequest;
const node = {
  id: 7, uuid: 'u1', name: 'n1', driver: 'fake-hardware', fence: 3, revision: 9, provision_state: 'available', power_state: null, maintenance: false,
  driver_info: { ipmi_address: '10.0.0.1', ipmi_password: 'hunter2' }, driver_internal_info: { agent_secret_token: 't', agent_url: 'http://a' },
  instance_info: { configdrive: 'H4sI', image_url: 'http://signed', image_source: 'http://i' }, clean_step: { args: { password: 'p' } }, traits: ['CUSTOM_A'],
} as unknown as NodeRecord;

test('a field is shown from its microversion on', () => {
  for (const [field, since] of [['name', 5], ['resource_class', 21], ['traits', 37], ['conductor', 49], ['owner', 50], ['firmware_interface', 86], ['health', 109]] as const) {
    expect(nodeView(node, request(since - 1)), `${field} at 1.${since - 1}`).not.toHaveProperty(field);
    expect(nodeView(node, request(since)), `${field} at 1.${since}`).toHaveProperty(field);
  }
});

test('the internal columns are never shown, not even when asked for', () => {
  for (const fields of [undefined, ['id', 'fence', 'revision', 'uuid']]) {
    const shown = nodeView(node, request(115), fields);
    for (const internal of ['id', 'fence', 'revision']) expect(shown).not.toHaveProperty(internal);
  }
});

test('old readers see the states of their time', () => {
  expect(nodeView(node, request(1)).provision_state).toBeNull();
  expect(nodeView(node, request(2)).provision_state).toBe('available');
  const waiting = { ...node, provision_state: 'inspect wait' };
  expect(nodeView(waiting, request(38)).provision_state).toBe('inspecting');
  expect(nodeView(waiting, request(39)).provision_state).toBe('inspect wait');
});

test('secrets are masked wherever they are', () => {
  const shown = nodeView(node, request(115));
  expect(shown.driver_info).toEqual({ ipmi_address: '10.0.0.1', ipmi_password: '******' });
  expect(shown.driver_internal_info).toEqual({ agent_secret_token: '******', agent_url: 'http://a' });
  expect(shown.instance_info).toEqual({ configdrive: '******', image_url: '******', image_source: 'http://i' });
  expect(shown.clean_step).toEqual({ args: { password: '******' } });
  expect(node.driver_info.ipmi_password).toBe('hunter2');
});

test('brief lists show six fields and the links; links come with any choice of fields', () => {
  expect(Object.keys(nodeView(node, request(115), NODE_BRIEF))).toEqual([...NODE_BRIEF]);
  expect(nodeView(node, request(115), ['driver'])).toEqual({
    driver: 'fake-hardware',
    links: [{ href: 'http://api/v1/nodes/u1', rel: 'self' }, { href: 'http://api/nodes/u1', rel: 'bookmark' }],
  });
});
