import { execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { completion } from './completion.ts';

const program = new Command('ingot');
program.command('up').option('--conductors <n>');
program.command('node').command('deploy <node>').option('--wait [s]');

it.each([
  [['./ingot', ''], 'up node --help'],
  [['./ingot', 'node', 'de'], 'deploy'],
  [['./ingot', 'node', 'deploy', 'n1', '--w'], '--wait'],
])('completes %j', (words, expected) => {
  const script = `${completion(program, 'bash')}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})\nCOMP_CWORD=${words.length - 1}\n_ingot\necho "\${COMPREPLY[*]}"`;
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()).toBe(expected);
});
