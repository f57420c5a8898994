import { Command, Option } from 'commander';
import { ConfigError, loadConfig } from '@ingot/config';
import { migrate } from '@ingot/store';
import { doctor } from './commands/doctor.ts';
import { demo } from './commands/demo.ts';
import { runApp } from './commands/app.ts';
import { status } from './commands/status.ts';
import { up } from './commands/up.ts';

const program = new Command('ingot')
  .description('Bare-metal provisioning that leaves no node stuck, with OpenStack Ironic\'s HTTP API.')
  .showHelpAfterError();
const count = (text: string) => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new ConfigError(`"${text}" is not a positive whole number.`);
  return value;
};

program
  .command('demo')
  .description('set everything up, deploy 12 nodes while you watch, flood the pool, show the refusal and the revert')
  .option('--exit', 'end by itself; exit code 0 only if every check held')
  .action(async (options: { exit?: boolean }) => process.exit(await demo(options.exit === true)));
program
  .command('up')
  .description('start Postgres, Redis, API, conductors and dashboard; data is kept between runs; Ctrl-C stops')
  .addOption(new Option('--conductors <n>', 'how many').default(2).argParser(count))
  .addOption(new Option('--capacity <n>', 'operations at once, each').default(8).argParser(count))
  .action(async (options: { conductors: number; capacity: number }) => process.exit(await up(options)));
program
  .command('status')
  .description('conductors and nodes by state, as the API tells')
  .option('--url <url>', 'the API', process.env.INGOT_API_URL ?? 'http://127.0.0.1:6385')
  .option('--json', 'for programs')
  .action(async (options: { url: string; json?: boolean }) => process.exit(await status(options.url, options.json === true)));
program.command('doctor').description('what is missing here, with the command that helps').action(() => process.exit(doctor()));
program
  .command('migrate')
  .description('bring the schema of DATABASE_URL up to date')
  .action(async () => {
    const applied = await migrate(loadConfig(process.env).databaseUrl);
    process.stdout.write(`${applied.length ? `applied ${applied.join(', ')}` : 'up to date'}\n`);
  });
for (const app of ['api', 'conductor', 'dashboard'] as const) {
  program
    .command(app)
    .description(`run one ${app} process${app === 'conductor' ? ' (--capacity N --group G --hardware a,b --hostname H)' : ''}; settings come from the environment`)
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption(false)
    .action((_options, command: Command) => runApp(app, command.args));
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
