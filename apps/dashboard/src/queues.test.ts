import { expect, it } from 'vitest';
import { withLink } from './queues.ts';

it('adds a link to the node', () => {
  expect(withLink({ node: 'n-1', verb: 'deploy' }, 'http://api')).toEqual({
    node: 'n-1',
    verb: 'deploy',
    link: 'http://api/v1/nodes/n-1',
  });
});
it.each([undefined, null, {}, { node: 7 }])('leaves data without a node as it is: %j', (data) => {
  expect(withLink(data, 'http://api')).toEqual(data);
});
