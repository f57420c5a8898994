export { type Check, runChecks, serveHealth } from './health.ts';
export { createLog, type Log } from './log.ts';
export { createMetrics, type Metrics } from './metrics.ts';
