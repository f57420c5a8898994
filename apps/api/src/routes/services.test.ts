import { type DriverOffer, INTERFACE_KINDS } from '@ingot/domain';
import { describe, expect, it } from 'vitest';
import { dispatch, type Incoming } from '../dispatch.ts';
import type { Route } from '../route.ts';
import { routes as conductorRoutes } from './conductors.ts';
import { routes as driverRoutes } from './drivers.ts';

const interfaces = Object.fromEntries(INTERFACE_KINDS.map((kind) => [kind, { enabled: ['fake'], default: 'fake' }]));
const offer = { interfaces, properties: { fake_delay: 'seconds' } } as unknown as DriverOffer;
const conductors = ['b', 'a', 'c'].map((hostname, i) => ({
  id: i, hostname, conductor_group: '', hardware_types: ['fake-hardware'], drivers: { 'fake-hardware': offer }, alive: hostname !== 'c', created_at: 't', updated_at: 't',
}));
const core = {
  config: { maxLimit: 1000 }, store: { conductors: { list: async () => [...conductors] } },
  directory: { fresh: async () => undefined, live: () => conductors.filter(({ alive }) => alive) },
};
// biome-ignore lint/suspicious/noExplicitAny: bodies are compared field by field
async function get(path: string, query: { [name: string]: string } = {}, minor = 115, params = {}): Promise<any> {
  const route = [...driverRoutes, ...conductorRoutes].find((one) => one.path === path);
  return (await dispatch(route as Route, { params, query, minor, baseUrl: 'http://bm', core } as unknown as Incoming)).body;
}

describe('drivers', () => {
  it('are those of the live conductors, with their hosts', async () => {
    const { drivers } = await get('/v1/drivers');
    expect(drivers).toHaveLength(1);
    expect(drivers[0]).toMatchObject({ name: 'fake-hardware', hosts: ['b', 'a'], type: 'dynamic' });
    expect(drivers[0]).not.toHaveProperty('default_power_interface');
    expect((await get('/v1/drivers', { type: 'classic' })).drivers).toEqual([]);
  });
  it('show their interfaces in detail, as the version has them', async () => {
    const one = (minor: number) => get('/v1/drivers/:driver', {}, minor, { driver: 'fake-hardware' });
    expect(await one(115)).toMatchObject({ default_firmware_interface: 'fake', enabled_power_interfaces: ['fake'] });
    expect(await one(85)).not.toHaveProperty('default_firmware_interface');
    expect(Object.keys(await one(29))).toEqual(['name', 'hosts', 'links', 'properties']);
    expect(Object.keys(await one(13))).toEqual(['name', 'hosts', 'links']);
    expect((await get('/v1/drivers', { detail: 'true' })).drivers[0]).toHaveProperty('default_power_interface');
    await expect(get('/v1/drivers/:driver', {}, 115, { driver: 'nope' })).rejects.toThrow('Could not find the following driver(s) or hardware type(s): nope.');
  });
  it('show the fields asked for, since 1.77', async () => {
    expect(Object.keys((await get('/v1/drivers', { fields: 'name,default_power_interface' })).drivers[0])).toEqual(['name', 'links', 'default_power_interface']);
    await expect(get('/v1/drivers', { fields: 'name' }, 76)).rejects.toMatchObject({ status: 406 });
    await expect(get('/v1/drivers', { detail: 'true' }, 29)).rejects.toMatchObject({ status: 406 });
    await expect(get('/v1/drivers', { detail: 'true', fields: 'name' })).rejects.toMatchObject({ status: 400 });
    await expect(get('/v1/drivers', { type: 'new' })).rejects.toMatchObject({ status: 400 });
  });
});

describe('conductors', () => {
  const names = (body: { conductors: { hostname: string }[] }) => body.conductors.map(({ hostname }) => hostname);
  it('are listed briefly, dead ones too', async () => {
    const body = await get('/v1/conductors');
    expect(names(body)).toEqual(['b', 'a', 'c']);
    expect(Object.keys(body.conductors[0])).toEqual(['hostname', 'conductor_group', 'alive', 'links']);
    expect((await get('/v1/conductors', { detail: 'true' })).conductors[2]).toMatchObject({ alive: false, drivers: ['fake-hardware'] });
  });
  it('are paged by hostname', async () => {
    const first = await get('/v1/conductors', { limit: '2', sort_key: 'hostname' });
    expect(names(first)).toEqual(['a', 'b']);
    const next = new URL(first.next);
    expect(next.pathname).toBe('/v1/conductors');
    expect(Object.fromEntries(next.searchParams)).toEqual({ limit: '2', sort_key: 'hostname', sort_dir: 'asc', marker: 'b' });
    const last = await get('/v1/conductors', { limit: '2', sort_key: 'hostname', marker: 'b' });
    expect([names(last), last.next]).toEqual([['c'], undefined]);
    await expect(get('/v1/conductors', { marker: 'zz' })).rejects.toThrow('Conductor zz could not be found.');
  });
});
