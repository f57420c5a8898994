import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import machine from '../fixtures/state-machine.json' with { type: 'json' };
import { isFailure, isProvisionState, isStable, isTransient, STATES, TRANSIENT_STATES, type TransientState } from './states.ts';
import { failureOf, next, TRANSITIONS } from './transitions.ts';

const EVENTS = machine.events.map((event) => event.event);

describe('transitions are those of the reference', () => {
  test('93 of them, none twice', () => {
    expect(TRANSITIONS).toHaveLength(93);
    expect(new Set(TRANSITIONS.map(([from, event]) => `${from}/${event}`)).size).toBe(93);
  });

  test.each(machine.transitions)('$from –$event→ $to', ({ from, event, to, target_after }) => {
    expect(next(from, event)).toEqual({ to, target: target_after });
  });

  test('no state and event beside these lead anywhere', () => {
    const known = new Set(machine.transitions.map(({ from, event }) => `${from}/${event}`));
    for (const { name } of STATES) {
      for (const event of [...EVENTS, 'constructor', '']) {
        expect(next(name, event) !== undefined, `${name}/${event}`).toBe(known.has(`${name}/${event}`));
      }
    }
  });
});

test('the target is null exactly when the new state is stable', () => {
  for (const [, , to, target] of TRANSITIONS) expect(target === null, to).toBe(isStable(to));
});

test('every transient state has a failure state, which is not transient', () => {
  for (const state of TRANSIENT_STATES) {
    const failed = failureOf(state as TransientState);
    expect(isTransient(failed), state).toBe(false);
    expect(isFailure(failed) || isStable(failed), state).toBe(true);
  }
  expect(failureOf('verifying')).toBe('enroll');
  expect(failureOf('deleting')).toBe('error');
});

test('a state without a fail edge has no failure state', () => {
  expect(() => failureOf('deploy hold' as TransientState)).toThrow('deploy hold');
});

/** No sequence of events strands a node: it is always in a known state, and if it is transient then one `fail` frees it. */
test('random walks never leave the known states and can always be ended', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...STATES.map((state) => state.name)),
      fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...EVENTS) }, { weight: 1, arbitrary: fc.string() }), { maxLength: 60 }),
      (start, events) => {
        let state: string = start;
        for (const event of events) {
          const move = next(state, event);
          if (!move) continue;
          expect(isProvisionState(move.to)).toBe(true);
          expect(move.target === null).toBe(isStable(move.to));
          state = move.to;
          if (isTransient(state)) expect(isTransient(failureOf(state))).toBe(false);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('from every state a user can get back to available or active', () => {
  for (const { name } of STATES) {
    const seen = new Set<string>([name]);
    for (const state of seen) for (const event of EVENTS) seen.add(next(state, event)?.to ?? state);
    expect(seen.has('available') || seen.has('active'), name).toBe(true);
  }
});
