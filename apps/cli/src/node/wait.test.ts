import { describe, expect, it } from 'vitest';
import type { ShownNode } from '../client.ts';
import { complaint, untilRested } from './wait.ts';

const node = (provision_state: string, more: Partial<ShownNode> = {}): ShownNode => ({ uuid: 'u', name: 'n1', provision_state, target_provision_state: null, reservation: null, last_error: null, ...more });
/** Shows these states one after the other, then the last one for ever. */
const showing = (...seen: ShownNode[]) => ({ node: async () => (seen.length > 1 ? seen.shift() : seen[0]) as ShownNode });
const wish = { nodes: ['u'], signal: new AbortController().signal, onChange: () => undefined };

describe('waiting for nodes', () => {
  it('ends well in the wished state, and not before the node is released', async () => {
    expect(await untilRested(showing(node('deploying'), node('active', { reservation: 'c1' }), node('active')), { ...wish, end: 'active' })).toEqual([]);
  });
  it('gives back who ended elsewhere', async () => {
    const failed = node('deploy failed', { last_error: 'no disk' });
    expect(await untilRested(showing(node('deploying'), failed), { ...wish, end: 'active' })).toEqual([failed]);
    expect(complaint(failed)).toBe('n1 ended in deploy failed: no disk');
  });
  it('gives back who moves still when the time is up', async () => {
    const still = node('wait call-back');
    expect(await untilRested(showing(still), { ...wish, end: 'active', limitMs: 0 })).toEqual([still]);
    expect(complaint(still)).toBe('n1 is still wait call-back');
  });
  it('takes any rest for an abort', async () => {
    expect(await untilRested(showing(node('deploy failed')), wish)).toEqual([]);
  });
  it('says how to go on from a hold, and what went back', () => {
    expect(complaint(node('deploy hold'))).toContain('./ingot node unhold n1');
    expect(complaint(node('enroll', { name: null, last_error: 'BMC' }))).toBe('u went back to enroll: BMC');
  });
});
