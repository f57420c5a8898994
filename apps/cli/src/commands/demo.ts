import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { ConfigError } from '@ingot/config';
import { clientOf } from '../client.ts';
import { CAPACITY, CONDUCTORS, tell } from '../demo/story.ts';
import { interruption, whenAborted } from '../interrupted.ts';
import { type Stack, startStack } from '../stack.ts';
import { addresses } from './up.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const SLOW_ENOUGH_TO_WATCH = { INGOT_FAKE_DELAY_MS: '1500', INGOT_FAKE_JITTER_MS: '500' };

/**
 * The whole story in a minute, on servers and data of its own that are thrown away afterwards.
 * @param exit end by itself instead of staying up
 * @returns 0 only if every check held
 */
export async function demo(exit: boolean): Promise<number> {
  const signal = interruption();
  const data = mkdtempSync(`${tmpdir()}/ingot-demo-`);
  // Also when a second Ctrl-C ends this process at once.
  process.on('exit', () => rmSync(data, { recursive: true, force: true }));
  let stack: Stack | undefined;
  try {
    stack = await startStack({
      name: 'demo',
      keep: false,
      data,
      conductors: CONDUCTORS,
      capacity: CAPACITY,
      env: SLOW_ENOUGH_TO_WATCH,
      onProgress: (line) => say(`  ${line}`),
      signal,
    });
    const failed = await told(stack, signal);
    say(
      `\n${failed === 0 ? 'Every check held.' : `${failed} checks did not hold. The logs are in ${stack.logs}`}\n`,
    );
    say(addresses(stack));
    if (exit) return failed === 0 ? 0 : 1;
    say(`\nTry it:    curl ${stack.apiUrl}/v1/nodes\nCtrl-C ends the demo and throws its data away.`);
    await Promise.race([failure(stack), whenAborted(signal)]);
    return failed === 0 ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return 130;
    if (error instanceof ConfigError) throw error;
    process.stderr.write(`\n✗ ${(error as Error).message}\n`);
    return 1;
  } finally {
    if (stack) say('\nstopping');
    await stack?.stop();
  }
}

/** @returns how many checks did not hold */
async function told(stack: Stack, signal: AbortSignal): Promise<number> {
  let failed = 0;
  const check = (held: boolean, what: string) => {
    say(`${held ? '✓' : '✗'} ${what}`);
    if (!held) failed++;
  };
  const over = new AbortController();
  const story = {
    client: clientOf(stack.apiUrl),
    signal: AbortSignal.any([signal, over.signal]),
    say,
    check,
  };
  try {
    await Promise.race([tell(story), failure(stack)]);
    return failed;
  } finally {
    over.abort();
  }
}

/** @throws Error when a process ends by itself */
async function failure(stack: Stack): Promise<never> {
  const name = await stack.died;
  throw new Error(`${name} ended by itself. ${stack.lastWords(name)}`);
}
