import { BadRequest, NotAcceptable } from '@ingot/domain';
import { expect, test } from 'vitest';
import { nextLink, shownFields, uuidPageOf, versionedFields } from './listing.ts';
import type { ApiRequest } from './route.ts';

const asked = (query: object, minor = 115) => ({ query, given: query, minor, baseUrl: 'http://api', core: { config: { maxLimit: 1000 } } }) as unknown as ApiRequest;
const SINCE = { uuid: 1, name: 5, links: 1, owner: 50 };
const MARKER = '00000000-0000-4000-8000-000000000001';

test('a page is at most the configured maximum and starts in the order of creation', () => {
  expect(uuidPageOf(asked({}), [])).toEqual({ limit: 1000, sortKey: 'id', sortDir: 'asc' });
  expect(uuidPageOf(asked({ limit: 5000, marker: MARKER, sort_key: 'name', sort_dir: 'desc' }), ['name'])).toEqual({ limit: 1000, sortKey: 'name', sortDir: 'desc', marker: MARKER });
});

test.each([
  [{ limit: 0 }, 'Limit must be positive'],
  [{ limit: -1 }, 'Limit must be positive'],
  [{ marker: 'zzz' }, 'Expected UUID for marker: zzz'],
  [{ sort_key: 'bogus' }, 'The sort_key value "bogus" is an invalid field for sorting'],
])('%o is refused', (query, text) => {
  expect(() => uuidPageOf(asked(query), ['name'])).toThrow(new BadRequest(text));
});

test('next comes with a full page only and repeats the filters', () => {
  const items = [{ uuid: 'a' }, { uuid: 'b' }];
  const page = { limit: 2, sortKey: 'id', sortDir: 'asc' as const };
  expect(nextLink(asked({ limit: '2', driver: 'fake hw', marker: 'old' }), '/v1/nodes', page, items, ['uuid', 'name', 'links'])).toEqual({
    next: 'http://api/v1/nodes?sort_key=id&sort_dir=asc&driver=fake+hw&fields=uuid,name&limit=2&marker=b',
  });
  expect(nextLink(asked({}), '/v1/nodes', page, items.slice(1))).toEqual({});
  expect(nextLink(asked({}), '/v1/nodes', page, [])).toEqual({});
});

test('fields are known ones of the version', () => {
  expect(versionedFields(asked({ fields: ['uuid', 'name'] }), SINCE)).toEqual(['uuid', 'name']);
  expect(() => versionedFields(asked({ fields: ['zzz'] }), SINCE)).toThrow('Field(s) "zzz" are not valid');
  expect(() => versionedFields(asked({ fields: ['owner'] }, 49), SINCE)).toThrow(NotAcceptable);
  expect(() => versionedFields(asked({ fields: ['uuid'] }, 7), SINCE)).toThrow(NotAcceptable);
});

test('detail shows everything and excludes fields', () => {
  const brief = ['uuid', 'name'];
  expect(shownFields(asked({}, 4), SINCE, brief, false)).toEqual(['uuid']);
  expect(shownFields(asked({ detail: true }), SINCE, brief, false)).toBeUndefined();
  expect(shownFields(asked({}), SINCE, brief, true)).toBeUndefined();
  expect(() => shownFields(asked({ detail: true }, 42), SINCE, brief, false)).toThrow(BadRequest);
  expect(() => shownFields(asked({ detail: true, fields: ['uuid'] }), SINCE, brief, false)).toThrow('Can not specify ?detail=True and fields in the same request.');
});
