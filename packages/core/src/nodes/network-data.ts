import { BadRequest, type Json, type JsonObject } from '@ingot/domain';

const LINK_TYPES = ['bridge', 'dvs', 'hw_veb', 'hyperv', 'ovs', 'tap', 'vhostuser', 'vif', 'phy'];
const BOND_MODES = ['802.3ad', 'balance-rr', 'active-backup', 'balance-xor', 'broadcast', 'balance-tlb', 'balance-alb'];
const NETWORK_TYPES = ['ipv4', 'ipv4_dhcp', 'ipv6', 'ipv6_dhcp', 'ipv6_slaac'];

type Check = (value: Json | undefined) => boolean;
const text: Check = (value) => typeof value === 'string';
const whole: Check = (value) => Number.isInteger(value);
const oneOf = (...names: string[]): Check => (value) => typeof value === 'string' && names.includes(value);
const listOf = (check: Check): Check => (value) => Array.isArray(value) && value.every(check);
const optional = (check: Check): Check => (value) => value === undefined || value === null || check(value);
const shaped = (checks: { [key: string]: Check }): Check => (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.entries(checks).every(([key, check]) => check(value[key]));
const anyOf = (...checks: Check[]): Check => (value) => checks.some((check) => check(value));

const common = { id: text, mtu: optional(whole), vif_id: optional(text) };
const link = anyOf(
  shaped({ ...common, type: oneOf(...LINK_TYPES), ethernet_mac_address: text }),
  shaped({ ...common, type: oneOf('bond'), ethernet_mac_address: optional(text), bond_mode: oneOf(...BOND_MODES), bond_links: listOf(text) }),
  shaped({ ...common, type: oneOf('vlan'), vlan_mac_address: text, vlan_id: whole, vlan_link: text }),
);
const network = shaped({
  id: text, link: text, network_id: text, type: oneOf(...NETWORK_TYPES), ip_address: optional(text), netmask: optional(text),
  routes: optional(listOf(shaped({ network: text, netmask: text, gateway: text }))),
});
const PARTS: { [part: string]: Check } = {
  links: listOf(link), networks: listOf(network), services: listOf(shaped({ type: oneOf('dns'), address: text })),
};

/** `{}` or OpenStack's network_data.json with links, networks and services (reference: api.md §4). @throws BadRequest */
export function checkNetworkData(data: JsonObject): void {
  if (Object.keys(data).length === 0) return;
  const wrong = Object.entries(PARTS).find(([part, check]) => !check(data[part]));
  if (wrong) throw new BadRequest(`Schema error for node: network_data is not valid under any of the given schemas. Possible root cause: its part '${wrong[0]}' is missing or malformed`);
}
