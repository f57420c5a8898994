import { expect, it } from 'vitest';
import { report, summary } from './status.ts';

const node = (uuid: string, provision_state: string, reservation: string | null = null) => ({
  uuid,
  name: null,
  provision_state,
  target_provision_state: null,
  reservation,
  last_error: null,
});
const conductor = { hostname: 'conductor-1', conductor_group: '', alive: true, drivers: ['fake-hardware'] };

it('counts nodes by state, and the slots that a conductor holds', () => {
  const nodes = [
    node('1', 'deploying', 'conductor-1'),
    node('2', 'active'),
    node('3', 'active'),
    node('4', 'clean wait'),
  ];
  const found = summary(nodes, [conductor]);
  expect(found.nodes).toEqual({ active: 2, 'clean wait': 1, deploying: 1 });
  expect(found.conductors[0]).toMatchObject({ busy: 1, capacity: null });
  expect(report({ url: 'http://api', processes: [], ...found })).toBe(
    'API http://api\n\nConductors\n  conductor-1  alive  1 busy  no group  fake-hardware\n' +
      '\nNodes: 4\n       2  active\n       1  clean wait\n       1  deploying\n',
  );
});
