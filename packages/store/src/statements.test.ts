import { expect, test } from 'vitest';
import { statementNames } from './statements.ts';

test('the same text has the same name, up to a limit', () => {
  const nameOf = statementNames(2);
  expect(['a', 'b', 'a', 'c', 'b'].map(nameOf)).toEqual(['ingot_0', 'ingot_1', 'ingot_0', undefined, 'ingot_1']);
});
