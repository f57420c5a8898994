import { BadRequest, Conflict, isLogicalName, type Json, type JsonObject, type NodeRecord, normalMac, type PortRecord } from '@ingot/domain';

/** States in which the cabling of a port may change (reference: api.md §5). */
const CABLING_STATES = ['enroll', 'inspecting', 'inspect wait', 'manageable'];
const CABLING = ['pxe_enabled', 'local_link_connection', 'physical_network'] as const;
const SWITCH_ID = /^(([0-9a-f]{2}[:-]){5}[0-9a-f]{2}|(0x)?[0-9a-f]{16})$/i;

/** @returns the address in its stored form. @throws BadRequest */
export function portAddress(value: unknown): string {
  const address = typeof value === 'string' ? normalMac(value) : undefined;
  if (!address) throw new BadRequest(`Expected valid MAC address for address: ${String(value)}`, 'InvalidMAC');
  return address;
}

/** The forms that local_link_connection may have: which keys must be there, which may, since and until which 1.N. */
const LINK_FORMS: { must: string[]; may: string[]; since: number; until: number }[] = [
  { must: [], may: [], since: 1, until: Number.POSITIVE_INFINITY },
  { must: ['switch_id', 'port_id'], may: ['switch_info', 'network_type'], since: 1, until: Number.POSITIVE_INFINITY },
  { must: ['port_id', 'hostname'], may: ['network_type'], since: 1, until: Number.POSITIVE_INFINITY },
  { must: ['network_type'], may: [], since: 64, until: Number.POSITIVE_INFINITY },
  { must: ['port_id', 'vtep-logical-switch', 'vtep-physical-switch'], may: ['network_type'], since: 90, until: 104 },
];

/** @throws BadRequest */
export function checkLink(link: JsonObject, minor: number): void {
  const keys = Object.keys(link);
  const form = LINK_FORMS.find(({ must, may, since, until }) =>
    minor >= since && minor <= until && must.every((key) => keys.includes(key)) && keys.every((key) => must.includes(key) || may.includes(key)));
  if (!form || keys.some((key) => key !== 'switch_info' && typeof link[key] !== 'string')) {
    throw new BadRequest(`Schema error for local_link_connection: ${JSON.stringify(link)} is not valid under any of the given schemas`);
  }
  if (link.switch_id !== undefined && !SWITCH_ID.test(String(link.switch_id))) {
    throw new BadRequest(`Expected a MAC address or OpenFlow datapath ID for switch_id: ${String(link.switch_id)}`);
  }
  if (link.network_type !== undefined && link.network_type !== 'managed' && link.network_type !== 'unmanaged') {
    throw new BadRequest(`Invalid network_type "${String(link.network_type)}": it must be managed or unmanaged.`);
  }
}

/** What holds for a port whoever writes it. @throws BadRequest */
export function checkPort(port: { [field: string]: Json | undefined }, minor: number): void {
  if (typeof port.name === 'string' && !isLogicalName(port.name)) throw new BadRequest(`Cannot create port with invalid name '${port.name}'`);
  if (port.local_link_connection) checkLink(port.local_link_connection as JsonObject, minor);
  const link = port.local_link_connection as JsonObject | null | undefined;
  if (port.is_smartnic === true && !(link?.port_id && link.hostname)) {
    throw new BadRequest('Smart NIC port must have port_id and hostname in local_link_connection');
  }
}

/** Whether the node's state allows these changes of its port. @throws Conflict */
export function checkPortChange(port: PortRecord, changed: Partial<PortRecord>, node: NodeRecord): void {
  if (node.maintenance) return;
  const cabling = CABLING.filter((field) => field in changed);
  if (cabling.length && !CABLING_STATES.includes(node.provision_state)) {
    throw new Conflict(`Port ${port.uuid} can not have any connectivity attributes (${cabling.join(', ')}) updated unless node ${node.uuid} is in one of the following states: ${CABLING_STATES.join(', ')}, or in maintenance mode.`);
  }
  if ('address' in changed && (node.provision_state === 'active' || node.instance_uuid !== null)) {
    throw new Conflict(`Cannot update the address of port ${port.uuid} while node ${node.uuid} is active or associated with an instance.`);
  }
}
/** The VIF that is bound to the port, if any. */
export const boundVif = (port: PortRecord) => (port.internal_info.tenant_vif_port_id ?? port.extra.vif_port_id ?? null) as string | null;
