import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '@ingot/config';
import { armFromEnvironment } from '@ingot/core';
import { startConductor } from './conductor.ts';

const HELP = `ingot conductor: runs the hardware drivers for queued operations. Start as many as you like.

  --capacity N       operations at once (INGOT_CAPACITY, default 20)
  --group NAME       conductor group it serves (INGOT_CONDUCTOR_GROUP, default none)
  --hardware A,B     hardware types it loads (INGOT_HARDWARE_TYPES)
  --hostname NAME    its name; two live conductors must not share one (INGOT_CONDUCTOR_HOST, default this host's)
  --port N           port of /livez, /readyz and /metrics (INGOT_CONDUCTOR_PORT, default any free one)
  --help
`;

const { values } = parseArgs({
  options: {
    capacity: { type: 'string' }, group: { type: 'string' }, hardware: { type: 'string' }, hostname: { type: 'string' },
    port: { type: 'string' }, help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const env = { ...process.env };
if (values.capacity !== undefined) env.INGOT_CAPACITY = values.capacity;
if (values.group !== undefined) env.INGOT_CONDUCTOR_GROUP = values.group;
if (values.hardware !== undefined) env.INGOT_HARDWARE_TYPES = values.hardware;
if (values.hostname !== undefined) env.INGOT_CONDUCTOR_HOST = values.hostname;
if (values.port !== undefined) env.INGOT_CONDUCTOR_PORT = values.port;

try {
  armFromEnvironment(env.INGOT_RACE_POINT);
  const conductor = await startConductor(loadConfig(env));
  let stopping = false;
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      if (stopping) process.exit(130);
      stopping = true;
      void conductor.stop().then((cut) => process.exit(cut === 0 ? 0 : 1));
    });
  }
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(2);
}
