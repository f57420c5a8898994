import type { JsonObject } from '@ingot/domain';
import { ApiError, type Client, type ShownNode } from '../client.ts';
import { liveTable } from '../demo/live-table.ts';
import { interruption } from '../interrupted.ts';
import { json, recordList, recordTable } from './output.ts';
import { NODE_VERBS, type NodeVerb } from './verbs.ts';
import { complaint, untilRested } from './wait.ts';

export const LIST_FIELDS = ['name', 'uuid', 'provision_state', 'power_state', 'maintenance', 'driver', 'last_error'];
const path = (ident: string) => `/v1/nodes/${encodeURIComponent(ident)}`;
const out = (text: string) => void process.stdout.write(text);
const complain = (text: string) => void process.stderr.write(`${text}\n`);

export interface Filters {
  [filter: string]: string | undefined;
}

export async function list(client: Client, filters: Filters, fields: readonly string[], asJson: boolean): Promise<number> {
  const query = new URLSearchParams({ fields: fields.join(',') });
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value);
  const nodes = await client.all<JsonObject>(`/v1/nodes?${query}`, 'nodes');
  out(asJson ? json(nodes) : recordTable(nodes, fields));
  return 0;
}

export async function show(client: Client, ident: string, fields: string | undefined, asJson: boolean): Promise<number> {
  const { body } = await client.request('GET', `${path(ident)}${fields ? `?fields=${encodeURIComponent(fields)}` : ''}`);
  const { links: _links, ...record } = body as JsonObject;
  out(asJson ? json(record) : recordList(record));
  return 0;
}

export async function create(client: Client, fields: JsonObject, asJson: boolean): Promise<number> {
  const node = (await client.request('POST', '/v1/nodes', fields)).body as JsonObject;
  out(asJson ? json(node) : `${node.uuid}\n`);
  return 0;
}

export async function change(client: Client, ident: string, patch: object[]): Promise<number> {
  await client.request('PATCH', path(ident), patch);
  return 0;
}

/** The same request for each node. One that is refused does not keep the others from being asked. @returns 1 when one was */
export async function each(idents: string[], ask: (ident: string) => Promise<unknown>): Promise<number> {
  let code = 0;
  for (const ident of idents) {
    try {
      await ask(ident);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      complain(`${ident}: ${error.fault}`);
      code = 1;
    }
  }
  return code;
}
export const remove = (client: Client, idents: string[]) => each(idents, (ident) => client.request('DELETE', path(ident)));
export const maintenance = (client: Client, idents: string[], on: boolean, reason?: string) =>
  each(idents, (ident) => (on ? client.request('PUT', `${path(ident)}/maintenance`, reason ? { reason } : {}) : client.request('DELETE', `${path(ident)}/maintenance`)));

export interface Waiting {
  /** undefined: do not wait; true: without limit; a number: so many seconds */
  wait?: number | true | undefined;
}

/** Asks for a verb on each node and, if wished, waits for its end. @returns 1 when one was refused, failed or took too long */
export async function provision(client: Client, verb: NodeVerb, idents: string[], body: object, { wait }: Waiting): Promise<number> {
  const { target, end } = NODE_VERBS[verb];
  const accepted: string[] = [];
  const code = await each(idents, async (ident) => {
    const { uuid } = await client.node(ident);
    await client.request('PUT', `${path(uuid)}/states/provision`, { target, ...body });
    accepted.push(uuid);
  });
  if (wait === undefined || accepted.length === 0) return code;
  const table = liveTable(process.stderr);
  const failed = await untilRested(client, {
    nodes: accepted, signal: interruption(), onChange: (nodes) => table.show(nodes),
    ...(end === undefined ? {} : { end }), ...(wait === true ? {} : { limitMs: wait * 1000 }),
  });
  for (const node of failed) complain(complaint(node));
  return failed.length > 0 ? 1 : code;
}

export const POWER = {
  on: 'power on', off: 'power off', reboot: 'rebooting', 'soft-off': 'soft power off', 'soft-reboot': 'soft rebooting',
} as const;
export async function power(client: Client, idents: string[], target: string, { wait }: Waiting): Promise<number> {
  const accepted: string[] = [];
  const code = await each(idents, async (ident) => {
    const { uuid } = await client.node(ident);
    await client.request('PUT', `${path(uuid)}/states/power`, { target });
    accepted.push(uuid);
  });
  if (wait === undefined || accepted.length === 0) return code;
  const failed = await untilRested(client, { nodes: accepted, signal: interruption(), onChange: () => undefined, ...(wait === true ? {} : { limitMs: wait * 1000 }) });
  const moved = await Promise.all(accepted.map((uuid) => client.node(uuid)));
  const wrong = moved.filter(({ last_error }) => last_error !== null);
  for (const node of [...failed, ...wrong]) complain(`${node.name ?? node.uuid}: ${node.last_error ?? 'is still busy'}`);
  return failed.length + wrong.length > 0 ? 1 : code;
}

/** Shows how the nodes' states change until Ctrl-C. @param idents none: all nodes */
export async function watch(client: Client, idents: string[]): Promise<number> {
  const signal = interruption();
  const table = liveTable(process.stdout);
  const look = async (): Promise<ShownNode[]> => (idents.length > 0 ? Promise.all(idents.map((ident) => client.node(ident))) : client.nodes());
  while (!signal.aborted) {
    table.show(await look());
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, 500);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve(undefined)), { once: true });
    });
  }
  return 0;
}

export async function history(client: Client, ident: string, asJson: boolean): Promise<number> {
  const entries = await client.all<JsonObject>(`${path(ident)}/history?detail=true`, 'history');
  out(asJson ? json(entries) : recordTable(entries, ['created_at', 'severity', 'event_type', 'conductor', 'event']));
  return 0;
}

export async function validate(client: Client, ident: string, asJson: boolean): Promise<number> {
  const { body } = await client.request('GET', `${path(ident)}/validate`);
  const rows = Object.entries(body as { [kind: string]: JsonObject }).map(([kind, found]) => ({ interface: kind, ...found }) as JsonObject);
  out(asJson ? json(body) : recordTable(rows, ['interface', 'result', 'reason']));
  return rows.some(({ result }) => result === false) ? 1 : 0;
}
