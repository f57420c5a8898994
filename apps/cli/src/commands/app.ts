import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs one of the processes in the foreground: its signals and its exit code are ours. */
export function runApp(app: 'api' | 'conductor' | 'dashboard', args: string[]): void {
  const main = fileURLToPath(new URL(`../../../${app}/src/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [main, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}
