import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of one process. Labels stay small: never a node or operation id. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'ingot_' });
  const registers = [registry];
  return {
    registry,
    httpRequests: new Counter({ name: 'ingot_http_requests_total', help: 'Requests answered', labelNames: ['method', 'route', 'status'], registers }),
    httpDuration: new Histogram({
      name: 'ingot_http_request_seconds', help: 'Time to answer', labelNames: ['method', 'route'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5], registers,
    }),
    operations: new Counter({ name: 'ingot_operations_total', help: 'Operations ended', labelNames: ['verb', 'outcome'], registers }),
    accepted: new Counter({ name: 'ingot_operations_accepted_total', help: 'Operations answered with 202', labelNames: ['verb'], registers }),
    refusals: new Counter({ name: 'ingot_admission_refusals_total', help: 'Requests refused for want of a slot', labelNames: ['reason'], registers }),
    reverts: new Counter({ name: 'ingot_reverts_total', help: 'Compensations', labelNames: ['verb', 'by'], registers }),
    lockConflicts: new Counter({ name: 'ingot_lock_conflicts_total', help: 'Requests that found the node locked', registers }),
    repairs: new Counter({ name: 'ingot_reconciler_repairs_total', help: 'Repairs by the reconciler', labelNames: ['fault'], registers }),
    staleJobs: new Counter({ name: 'ingot_stale_jobs_total', help: 'Jobs dropped at their claim', registers }),
    slotsInUse: new Gauge({ name: 'ingot_slots_in_use', help: 'Slots held, cluster-wide', labelNames: ['pool'], registers }),
    running: new Gauge({ name: 'ingot_conductor_running', help: 'Operations running in this process', registers }),
    queueAge: new Gauge({ name: 'ingot_queue_oldest_seconds', help: 'Age of the oldest queued operation', registers }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
