import { expect, it } from 'vitest';
import { render } from './finding.ts';

it('shows the fix of what is not there, and only that', () => {
  const text = render([
    { what: 'Node', state: 'ok', note: '24', fix: 'no need' },
    { what: 'Redis', state: 'missing', note: 'none', fix: 'apt-get install redis-server' },
  ]);
  expect(text).toBe('✓  Node   24\n✗  Redis  none\n     → apt-get install redis-server\n\nMissing: Redis.\n');
});
