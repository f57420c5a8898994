import { expect, it } from 'vitest';
import type { ShownNode } from '../client.ts';
import { changes, liveTable } from './live-table.ts';

const node = (name: string, provision_state: string): ShownNode => ({
  uuid: `uuid-${name}`,
  name,
  provision_state,
  target_provision_state: null,
  reservation: null,
  last_error: null,
});
const written = (isTTY: boolean) => {
  const texts: string[] = [];
  return { texts, out: { isTTY, columns: 60, write: (text: string) => texts.push(text) } };
};

it('tells the changes by the way that nodes went', () => {
  const before = new Map([
    ['uuid-n-1', 'available'],
    ['uuid-n-2', 'available'],
    ['uuid-n-3', 'deploying'],
  ]);
  const now = [
    node('n-1', 'deploying'),
    node('n-2', 'deploying'),
    node('n-3', 'deploying'),
    node('n-4', 'enroll'),
  ];
  expect(changes(before, now)).toEqual(['available → deploying    n-1…2', 'enroll                   n-4']);
});

it('writes a log nothing where nothing changed', () => {
  const { texts, out } = written(false);
  const table = liveTable(out);
  table.show([node('n-1', 'active')]);
  table.show([node('n-1', 'active')]);
  expect(texts).toHaveLength(1);
});

it('draws over the last table in a terminal, and below what followed it', () => {
  const { texts, out } = written(true);
  const table = liveTable(out);
  table.show([node('n-1', 'available')]);
  table.show([node('n-1', 'deploying')]);
  expect(texts[1]).toBe('\u001b[1A\u001b[J');
  table.end();
  table.show([node('n-1', 'active')]);
  expect(texts).toHaveLength(4);
});
