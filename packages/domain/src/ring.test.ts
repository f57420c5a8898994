import { expect, test } from 'vitest';
import { pick } from './ring.ts';

const keys = Array.from({ length: 6000 }, (_, i) => `node-${i}`);

test('nobody there, nobody chosen', () => expect(pick([], 'n')).toBeNull());

test('the order of the hosts does not matter', () => {
  for (const key of keys.slice(0, 200)) expect(pick(['a', 'b', 'c'], key)).toBe(pick(['c', 'a', 'b'], key));
});

test('when a host goes, only its own nodes move', () => {
  for (const key of keys) {
    const before = pick(['a', 'b', 'c', 'd'], key);
    if (before !== 'd') expect(pick(['a', 'b', 'c'], key)).toBe(before);
  }
});

test('the load is even within a fifth', () => {
  const hosts = ['conductor-1', 'conductor-2', 'conductor-3', 'conductor-4'];
  const count = new Map<string | null, number>();
  for (const key of keys) count.set(pick(hosts, key), (count.get(pick(hosts, key)) ?? 0) + 1);
  for (const host of hosts) expect(Math.abs((count.get(host) ?? 0) - 1500), host).toBeLessThan(300);
});
