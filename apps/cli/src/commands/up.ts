import { startStack } from '../stack.ts';

/** Runs the stack in the foreground until Ctrl-C. @returns 1 when one of its processes ended by itself */
export async function up(options: { conductors: number; capacity: number }): Promise<number> {
  const stack = await startStack({ name: 'up', keep: true, ...options, onProgress: (line) => process.stderr.write(`  ${line}\n`) });
  const { user, password } = stack.dashboardLogin;
  process.stdout.write(`API        ${stack.apiUrl}\nDashboard  ${stack.dashboardUrl}  (${user} / ${password})\nLogs       ${stack.logs}\nCtrl-C stops.\n`);
  const ended = await Promise.race([stack.died, interrupted()]);
  if (ended) process.stderr.write(`${ended} ended by itself; its log is in ${stack.logs}\n`);
  await stack.stop();
  return ended ? 1 : 0;
}

/** Resolves at the first Ctrl-C or SIGTERM; the second ends at once. */
export function interrupted(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(130));
        resolve(undefined);
      });
    }
  });
}
