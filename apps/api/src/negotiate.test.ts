import { NotAcceptable } from '@ingot/domain';
import { describe, expect, it } from 'vitest';
import { MAX_MINOR, negotiate, requireMinor, VersionError } from './negotiate.ts';

const old = (version: string) => negotiate({ 'x-openstack-ironic-api-version': version });
const service = (version: string, besides = {}) => negotiate({ 'openstack-api-version': version, ...besides });
function refusal(ask: () => unknown): VersionError {
  try {
    ask();
  } catch (error) {
    if (error instanceof VersionError) return error;
  }
  throw new Error('it was not refused');
}

describe('microversion negotiation', () => {
  it('is 1.1 when none is asked for', () => {
    expect(negotiate({})).toBe(1);
    expect(old('')).toBe(1);
  });
  it('takes what is asked for, and latest for the newest', () => {
    expect(old('1.1')).toBe(1);
    expect(old('1.72')).toBe(72);
    expect(old(' 1.115 ')).toBe(115);
    expect(old('latest')).toBe(MAX_MINOR);
    expect(old('Latest')).toBe(MAX_MINOR);
  });
  it('finds its part of a list of services', () => {
    expect(service('baremetal 1.72')).toBe(72);
    expect(service('compute 2.1, baremetal 1.89')).toBe(89);
    expect(service('Baremetal   latest')).toBe(MAX_MINOR);
    expect(negotiate({ 'openstack-api-version': ['compute 2.1', 'baremetal 1.50'] })).toBe(50);
  });
  it('prefers the service header, and falls back when it names others only', () => {
    const both = { 'x-openstack-ironic-api-version': '1.10' };
    expect(service('baremetal 1.20', both)).toBe(20);
    expect(service('compute 2.1', both)).toBe(10);
    expect(service('compute 2.1')).toBe(1);
  });
  it.each(['1.0', '1.116', '1.9999', '0.5', '2.1', '2.0'])('refuses %s and names the range', (version) => {
    const error = refusal(() => old(version));
    expect(error).toMatchObject({ status: 406, readable: true });
    expect(error.message).toContain('[1.1, 1.115]');
  });
  it.each(['1', 'x', '1.x', '1.2.3', '-1.5', '1,5', 'v1.5'])('refuses %s as unreadable', (version) => {
    expect(refusal(() => old(version))).toMatchObject({ status: 406, readable: false });
  });
  it('refuses what the version does not have yet, naming the one that has it', () => {
    expect(() => requireMinor(41, 42)).toThrow(NotAcceptable);
    expect(() => requireMinor(41, 42)).toThrow('The minimal required API version should be 1.42');
    expect(() => requireMinor(42, 42)).not.toThrow();
  });
});
