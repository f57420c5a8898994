import { expect, test } from 'vitest';
import { masked } from './mask.ts';

test('masks by the name of the key, at any depth, and leaves what is empty or a flag', () => {
  expect(masked({
    redfish_password: 'x', snmp_auth_key: 'x', snmp_priv_key: 'x', auth_token: 'x', image_pull_secret: 'x', ssl_private_key: 'x',
    list: [{ admin_passwd: 'x', host: 'h' }], password: '', token: null, agent_secret_token_pregenerated: true, username: 'root', keyboard: 'de',
  })).toEqual({
    redfish_password: '******', snmp_auth_key: '******', snmp_priv_key: '******', auth_token: '******', image_pull_secret: '******', ssl_private_key: '******',
    list: [{ admin_passwd: '******', host: 'h' }], password: '', token: null, agent_secret_token_pregenerated: true, username: 'root', keyboard: 'de',
  });
});

test('masks the further keys it is told, and copies', () => {
  const info = { configdrive: { meta_data: {} }, image_source: 's' };
  expect(masked(info, ['configdrive'])).toEqual({ configdrive: '******', image_source: 's' });
  expect(info.configdrive).toEqual({ meta_data: {} });
});
