export { type DriverOptions, type LoadedDrivers, loadDrivers } from './registry.ts';
export type { Effect, FakeOptions } from './types.ts';
