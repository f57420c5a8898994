import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Client, clientOf, credentials } from '../client.ts';
import { isUp, readState } from '../state.ts';
import * as node from './actions.ts';
import { pairs, patchOf, seconds, valueOf } from './fields.ts';
import { NODE_VERBS, type NodeVerb } from './verbs.ts';

type Ends = (code: Promise<number>) => Promise<void>;
type Values = { [key: string]: string | number | boolean | null | object };

/** A file's text for `@file`, `@-` for standard input; else the text itself. */
const textOf = (given: string) => (given.startsWith('@') ? readFileSync(given === '@-' ? 0 : given.slice(1), 'utf8') : given);
function jsonOf(given: string): object {
  try {
    return JSON.parse(textOf(given));
  } catch (error) {
    throw new InvalidArgumentError(`It must be JSON, or @file: ${(error as Error).message}`);
  }
}

const WAIT = () => new Option('--wait [seconds]', 'wait until it is done, at most so long').argParser((text) => seconds(String(text)));
const JSON_OUT = ['--json', 'JSON, for programs'] as const;

/** `ingot node …`: what operators do with nodes, over the same API as every other client. */
export function addNodeCommands(parent: Command, ends: Ends): void {
  const program = parent.command('node').description('list, create, deploy and watch nodes').option('--url <url>', 'the API (default: that of the stack that is up, else port 6385)', process.env.INGOT_API_URL);
  program.addHelpText('after', `
Who asks: INGOT_API_TOKEN (Keystone), or INGOT_API_USER and INGOT_API_PASSWORD (http_basic).
Exit codes: 0 done, 1 refused, failed or not done in time, 2 a wrong argument.`);
  const client = (): Client => {
    const state = readState();
    const up = isUp(state) ? state.stack?.apiUrl : undefined;
    return clientOf(program.opts<{ url?: string }>().url ?? up ?? 'http://127.0.0.1:6385', credentials(process.env));
  };
  const command = (name: string, help: string) => program.command(name).description(help);

  command('list', 'nodes, one a line')
    .option('--state <state>', 'only in this provision state')
    .option('--driver <driver>', 'only of this driver')
    .option('--resource-class <class>', 'only of this resource class')
    .option('--group <group>', 'only of this conductor group')
    .option('--owner <owner>', 'only of this owner')
    .option('--fields <fields>', 'which fields, separated by commas', (text) => text.split(','), node.LIST_FIELDS)
    .option(...JSON_OUT)
    .action((o) => ends(node.list(client(), { provision_state: o.state, driver: o.driver, resource_class: o.resourceClass, conductor_group: o.group, owner: o.owner }, o.fields, o.json === true)));
  command('show', 'all about one node').argument('<node>').option('--fields <fields>', 'only these').option(...JSON_OUT)
    .action((ident, o) => ends(node.show(client(), ident, o.fields, o.json === true)));
  command('create', 'enrol a machine').requiredOption('--driver <driver>', 'hardware type').option('--name <name>')
    .option('--driver-info <key=value>', 'how to reach it; may be given several times', pairs)
    .option('--property <key=value>', 'what it is; may be given several times', pairs)
    .option('--set <field=value>', 'any other field; may be given several times', pairs)
    .option(...JSON_OUT)
    .action((o: { driver: string; name?: string; driverInfo?: Values; property?: Values; set?: Values; json?: boolean }) => {
      const fields = { driver: o.driver, ...(o.name ? { name: o.name } : {}), ...(o.driverInfo ? { driver_info: o.driverInfo } : {}), ...(o.property ? { properties: o.property } : {}), ...o.set };
      return ends(node.create(client(), fields as never, o.json === true));
    });
  command('set', 'change fields: ingot node set n1 driver_info.address=10.0.0.7 owner=lab').argument('<node>').argument('<field=value...>')
    .action((ident, given: string[]) => ends(node.change(client(), ident, patchOf(given.reduce<Values>((all, text) => pairs(text, all as never), {}), []))));
  command('unset', 'remove fields').argument('<node>').argument('<field...>').action((ident, fields: string[]) => ends(node.change(client(), ident, patchOf({}, fields))));
  command('delete', 'remove nodes').argument('<node...>').action((idents) => ends(node.remove(client(), idents)));

  for (const [verb, { help }] of Object.entries(NODE_VERBS)) {
    const one = command(verb, help).argument('<node...>').addOption(WAIT());
    if (verb === 'clean' || verb === 'service') one.requiredOption('--steps <json>', 'the steps as JSON, or @file', jsonOf);
    if (verb === 'deploy' || verb === 'rebuild') one.option('--config-drive <drive>', 'JSON object, URL, or @file', (text) => valueOf(textOf(text).trim()));
    if (verb === 'rescue') one.requiredOption('--rescue-password <password>', 'of the rescue system; @file keeps it out of the process list', (text) => textOf(text).trim());
    one.action((idents, o) => {
      const body = { ...(o.steps ? { [`${verb}_steps`]: o.steps } : {}), ...(o.configDrive ? { configdrive: o.configDrive } : {}), ...(o.rescuePassword ? { rescue_password: o.rescuePassword } : {}) };
      return ends(node.provision(client(), verb as NodeVerb, idents, body, { wait: o.wait }));
    });
  }
  command('power', 'on, off, reboot, soft-off, soft-reboot').addArgument(program.createArgument('<action>').choices(Object.keys(node.POWER))).argument('<node...>').addOption(WAIT())
    .action((action: keyof typeof node.POWER, idents, o) => ends(node.power(client(), idents, node.POWER[action], { wait: o.wait })));
  command('maintenance', 'take nodes out of service, or back').addArgument(program.createArgument('<on|off>').choices(['on', 'off'])).argument('<node...>').option('--reason <text>')
    .action((on, idents, o) => ends(node.maintenance(client(), idents, on === 'on', o.reason)));
  command('watch', 'how states change, until Ctrl-C').argument('[node...]').action((idents) => ends(node.watch(client(), idents)));
  command('history', 'what happened to a node').argument('<node>').option(...JSON_OUT).action((ident, o) => ends(node.history(client(), ident, o.json === true)));
  command('validate', 'ask the drivers whether they have what they need').argument('<node>').option(...JSON_OUT).action((ident, o) => ends(node.validate(client(), ident, o.json === true)));
}
