import { describe, expect, test } from 'vitest';
import machine from '../fixtures/state-machine.json' with { type: 'json' };
import { isPowerTarget, POWER_TARGETS } from './power.ts';
import { isTransient, STATES, stateOf } from './states.ts';
import { next } from './transitions.ts';
import { needsWorker, VERBS, verbOf, verbSince, verbsTaking } from './verbs.ts';

/** "1.85 (verb unhold)" → 85 */
const minorOf = (text: string) => Number(/^1\.(\d+)/.exec(text)?.[1]);

describe('verbs are those of the reference', () => {
  test('the same 15', () => {
    expect(VERBS.map((rule) => rule.verb).sort()).toEqual(machine.verbs.map((verb) => verb.verb).sort());
  });

  test.each(machine.verbs)('$verb', (reference) => {
    const rule = verbOf(reference.verb);
    if (!rule) throw new Error('missing');
    expect(rule.event).toBe(reference.event);
    expect([...rule.from].sort()).toEqual([...reference.allowed_from].sort());
    // undeploy: documented as 1.73, accepted from everyone upstream
    expect(rule.since).toBe(reference.verb === 'undeploy' ? 1 : minorOf(reference.microversion));
    for (const [state, version] of Object.entries(reference.by_state ?? {})) expect(verbSince(rule, state), state).toBe(minorOf(version));
  });
});

test('a verb leads from each of its states, and a verb without a worker never into a working state', () => {
  for (const rule of VERBS) {
    for (const from of rule.from) {
      const move = next(from, rule.event);
      expect(move, `${rule.verb} from ${from}`).toBeDefined();
      if (!needsWorker(rule.verb, from)) expect(stateOf(move?.to ?? '')?.kind, `${rule.verb} from ${from}`).not.toBe('working');
    }
    for (const from of rule.immediateFrom) expect(rule.from).toContain(from);
  }
});

test('of the edges with an event of a verb, only the internal ones are kept from users', () => {
  const internal = [];
  for (const { name } of STATES) {
    for (const rule of VERBS) if (next(name, rule.event) && !rule.from.includes(name)) internal.push(`${name}/${rule.verb}`);
  }
  expect(internal.sort()).toEqual(['cleaning/manage', 'deleting/clean']);
});

test('immediate: manage except from enroll, unhold except from service hold', () => {
  const immediate = VERBS.flatMap((rule) => rule.from.filter((from) => !needsWorker(rule.verb, from)).map((from) => `${rule.verb} ${from}`));
  expect(immediate.sort()).toEqual([
    'manage adopt failed', 'manage available', 'manage clean failed', 'manage inspect failed', 'unhold clean hold', 'unhold deploy hold',
  ]);
});

test('target overrides: manual clean ends in manageable, service in active', () => {
  expect(VERBS.filter((rule) => rule.target).map((rule) => [rule.verb, rule.target])).toEqual([['clean', 'manageable'], ['service', 'active']]);
});

test('arguments go with their verbs only', () => {
  expect(verbsTaking('configdrive')).toEqual(['active', 'rebuild']);
  expect(verbsTaking('deploy_steps')).toEqual(['active', 'rebuild']);
  expect(verbsTaking('clean_steps')).toEqual(['clean']);
  expect(verbsTaking('service_steps')).toEqual(['service']);
  expect(verbsTaking('rescue_password')).toEqual(['rescue']);
  expect(verbsTaking('disable_ramdisk')).toEqual(['clean', 'service']);
  expect(verbOf('deploy')?.accepts).toEqual({});
  expect(verbOf('service')?.accepts.disable_ramdisk).toBe(108);
});

test('unknown verbs and names of Object are none', () => {
  for (const verb of ['', 'hold', 'wait', 'fail', 'done', 'resume', 'constructor']) expect(verbOf(verb)).toBeUndefined();
});

test('verbs from transient states are the ways out only: abort and delete', () => {
  const events = new Set(VERBS.filter((rule) => rule.from.some(isTransient)).map((rule) => rule.event));
  expect([...events].sort()).toEqual(['abort', 'delete']);
});

test('power targets are those of the reference', () => {
  const table = Object.entries(POWER_TARGETS);
  expect(Object.fromEntries(table.map(([target, rule]) => [target, `1.${rule.since}`]))).toEqual(machine.power.api_targets);
  expect(Object.fromEntries(table.map(([target, rule]) => [target, rule.stored]))).toEqual(machine.power.target_map);
  expect(isPowerTarget('toString')).toBe(false);
});
