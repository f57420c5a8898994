import { describe, expect, test } from 'vitest';
import machine from '../fixtures/state-machine.json' with { type: 'json' };
import { isFailure, isHold, isProvisionState, isStable, isTransient, isWait, isWorking, STATES, stateForReader, stateOf, TRANSIENT_STATES } from './states.ts';

describe('states are those of the reference', () => {
  test('the same 30 names', () => {
    expect(STATES.map((state) => state.name).sort()).toEqual(machine.states.map((state) => state.name).sort());
    expect(STATES).toHaveLength(30);
  });

  test.each(machine.states)('$name', (reference) => {
    expect(stateOf(reference.name)).toEqual({
      name: reference.name,
      kind: reference.kind,
      stable: reference.stable,
      target: reference.default_target,
      patchAllowed: reference.patch_allowed_while_target_set,
      deleteAllowed: reference.node_delete_allowed_without_maintenance,
      failedOnConductorRestart: reference.failed_on_conductor_restart,
      agentLookupAllowed: reference.agent_lookup_allowed,
      powerSyncSkipped: reference.power_sync_skipped,
    });
    expect(isTransient(reference.name)).toBe(reference.in_unstable_set);
    expect(isStable(reference.name)).toBe(reference.stable);
    expect(isFailure(reference.name)).toBe(reference.in_failure_set || reference.name === 'error');
  });
});

test('every state is exactly one of: stable, working, wait, hold, failed', () => {
  for (const { name, stable } of STATES) {
    const failedNotStable = isFailure(name) && !stable;
    expect([stable, isWorking(name), isWait(name), isHold(name), failedNotStable].filter(Boolean), name).toHaveLength(1);
  }
});

test('transient states are 9 working and 5 wait; a restart fails exactly the working ones', () => {
  expect(TRANSIENT_STATES).toHaveLength(14);
  expect(STATES.filter((state) => state.failedOnConductorRestart).map((state) => state.name)).toEqual(
    STATES.filter((state) => isWorking(state.name)).map((state) => state.name),
  );
});

test('what is no state is none', () => {
  for (const name of ['', 'deleted', 'ACTIVE', 'constructor', '__proto__']) {
    expect(isProvisionState(name)).toBe(false);
    expect(stateOf(name)).toBeUndefined();
    expect(isTransient(name)).toBe(false);
  }
});

test.each([
  ['available', 1, null], ['available', 2, 'available'], ['inspect wait', 38, 'inspecting'],
  ['inspect wait', 39, 'inspect wait'], ['service wait', 50, 'service wait'], ['manageable', 1, 'manageable'],
] as const)('%s is shown to 1.%i as %s', (state, minor, shown) => {
  expect(stateForReader(state, minor)).toBe(shown);
});
