import { ConfigError } from '@ingot/config';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { runApp } from './commands/app.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { down } from './commands/down.ts';
import { migrateCommand } from './commands/migrate.ts';
import { status } from './commands/status.ts';
import { up } from './commands/up.ts';
import { upDetached } from './commands/up-detached.ts';
import { completion, SHELLS, type Shell } from './completion.ts';
import { addNodeCommands } from './node/commands.ts';

const count = (text: string) => {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number from 1 to 9999.');
  return Number(text);
};
/** A command's exit code is what its function returns. */
const ends = async (code: Promise<number>) => process.exit(await code);

const program = new Command('ingot')
  .description("Bare-metal provisioning that leaves no node stuck, with OpenStack Ironic's HTTP API.")
  .showHelpAfterError('Try: ./ingot --help')
  .exitOverride()
  .addHelpText(
    'after',
    `
Also:
  ./ingot test        type check and all tests

Settings come from the environment; README.md lists them.
Exit codes: 0 it worked, 1 it did not, 2 a setting or argument is wrong, 130 interrupted.`,
  );

program
  .command('demo')
  .description('deploy 12 nodes while you watch, flood the pool, show what was refused and put back')
  .option('--exit', 'end by itself, with 0 only if every check held')
  .addHelpText(
    'after',
    `
Starts an API, two conductors with 8 slots each and a dashboard, on data that is thrown away afterwards.
Without --exit it stays up until Ctrl-C, for you to look around.`,
  )
  .action((options: { exit?: boolean }) => ends(demo(options.exit === true)));

program
  .command('up')
  .description('start Postgres, Redis, API, conductors and dashboard, and keep the data between runs')
  .option('--conductors <n>', 'how many conductors', count, 2)
  .option('--capacity <n>', 'operations at once per conductor', count, 8)
  .option('-d, --detach', 'run in the background until `ingot down`')
  .addHelpText(
    'after',
    `
Stays in the foreground until Ctrl-C. Data: .ingot/data, logs: .ingot/up/logs.
More conductors can join from other terminals: ./ingot conductor --hostname rack1-a --capacity 20`,
  )
  .action(({ detach, ...options }: { conductors: number; capacity: number; detach?: boolean }) =>
    ends(detach ? upDetached(options) : up(options)),
  );

program
  .command('down')
  .description('end what `ingot up` started; the data stays')
  .action(() => ends(down()));

program
  .command('status')
  .description('processes, conductors with their busy slots, nodes by state')
  .option(
    '--url <url>',
    'the API (default: that of the stack that is up, else port 6385)',
    process.env.INGOT_API_URL,
  )
  .option('--json', 'one JSON object, for programs')
  .action((options: { url?: string; json?: boolean }) => ends(status(options.url, options.json === true)));

addNodeCommands(program, ends);

program
  .command('completion')
  .description('a script that completes commands: source <(./ingot completion bash)')
  .addArgument(program.createArgument('<shell>').choices(SHELLS))
  .action((shell: Shell) => void process.stdout.write(completion(program, shell)));

program
  .command('doctor')
  .description('what is missing on this machine, each with the command that puts it right')
  .action(() => ends(doctor()));

program
  .command('bench')
  .description('measure throughput, latency, cost and memory')
  .allowUnknownOption()
  .allowExcessArguments()
  .helpOption(false)
  .action(async (_options, command: Command) => {
    const { bench } = await import('./commands/bench.ts');
    await ends(bench(command.args));
  });

program
  .command('migrate')
  .description('bring the schema of DATABASE_URL up to date')
  .action(() => ends(migrateCommand()));

const apps = {
  api: 'run one API process',
  conductor: 'run one conductor process: --capacity N --group G --hardware a,b --hostname H',
  dashboard: 'run the dashboard process',
} as const;
for (const app of ['api', 'conductor', 'dashboard'] as const) {
  program
    .command(app)
    .description(apps[app])
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption(false)
    .action((_options, command: Command) => ends(runApp(app, command.args)));
}

try {
  await program.parseAsync();
} catch (error) {
  // Commander has written its own words already.
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
}
