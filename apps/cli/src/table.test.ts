import { describe, expect, it } from 'vitest';
import { columns, grid, ranges } from './table.ts';

it('puts cells below each other', () => {
  expect(
    columns([
      ['a', 'long', 'x'],
      ['bcd', 'e', 'y'],
    ]),
  ).toEqual(['a    long  x', 'bcd  e     y']);
  expect(columns([])).toEqual([]);
});

describe('a grid', () => {
  const cells = ['n1 active', 'n2 active', 'n3 active', 'n4 active', 'n5 active'];
  it('uses the width', () => {
    expect(grid(cells, 21)).toEqual(['n1 active   n2 active', 'n3 active   n4 active', 'n5 active']);
  });
  it('has one cell a row where there is no room', () => {
    expect(grid(cells, 1)).toEqual(cells);
  });
});

it.each([
  [['demo-01', 'demo-02', 'demo-03', 'demo-07'], 'demo-01…03 demo-07'],
  [['demo-09', 'demo-10', 'demo-11'], 'demo-09…11'],
  [['n9', 'n10'], 'n9…10'],
  [['a', 'b', 'a1', 'b2'], 'a b a1 b2'],
  [['demo-1', 'demo-02'], 'demo-1 demo-02'],
  [[], ''],
])('shortens %j', (names, short) => {
  expect(ranges(names)).toBe(short);
});
