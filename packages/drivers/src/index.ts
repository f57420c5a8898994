export { type DriverOptions, type LoadedDrivers, loadDrivers } from './registry.ts';
