import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@ingot/config';
import { type Conductor, createCore, createLeases, recoverLeftBehind, startReconciler } from '@ingot/core';
import { loadDrivers } from '@ingot/drivers';
import { poolName } from '@ingot/queue';
import { serveHealth } from '@ingot/telemetry';
import { startPresence } from './presence.ts';
import { startWorkers } from './workers.ts';

/**
 * Brings a conductor up: drivers, registration, recovery of what its hostname left behind, then work.
 * Postgres or Redis being down delays the start, it does not end it; /readyz says what is missing.
 */
export async function startConductor(config: Config): Promise<{ stop(): Promise<number> }> {
  const { capacity, group, hardwareTypes, host } = config.conductor;
  const core = createCore(config, { role: 'conductor' });
  const drivers = loadDrivers({ hardwareTypes, options: { fake: { ...config.fake, apiUrl: config.api.url } } });
  const instance = randomUUID();
  const pool = poolName(group, hardwareTypes);
  const reserved = Math.max(1, Math.ceil((capacity * config.reservedPercent) / 100));
  const leases = createLeases(core, instance);
  const conductor: Conductor = { core, drivers, instance, hostname: host, pool, leases };
  let ready = 'starting';
  const presence = startPresence(core, {
    hostname: host, instance, conductor_group: group, hardware_types: hardwareTypes, pool, capacity,
    drivers: Object.fromEntries(hardwareTypes.map((type) => [type, drivers.offer(type)])),
  }, reserved);
  const workers = startWorkers(conductor, capacity + reserved);
  const health = await serveHealth({
    host: config.api.host, port: config.conductor.port, metrics: core.metrics,
    live: { consuming: async () => workers.wedged() },
    ready: {
      start: async () => (ready === 'ready' ? undefined : ready),
      postgres: async () => core.store.ping(),
      redis: async () => core.queue.ping(),
      presence: async () => presence.problem(),
    },
  });
  const reconciler = startReconciler(core);
  void (async () => {
    await presence.registered;
    const left = await retry(() => recoverLeftBehind(core, host, instance), (error) => core.log.warn({ err: error }, 'recover.retry'));
    await presence.announced();
    workers.run();
    ready = 'ready';
    core.log.info({ hostname: host, instance, pool, capacity, reserved, left, health: health.port }, 'conductor.ready');
  })();

  return {
    /** Takes no more work, lets what runs finish within the grace time, cuts the rest. @returns how many were cut */
    async stop() {
      ready = 'stopping';
      core.log.info({ running: leases.running.size }, 'conductor.stopping');
      await Promise.race([presence.withdraw(), delay(1_000)]);
      const cut = await workers.drain(config.graceMs);
      reconciler.stop();
      leases.stop();
      presence.stop();
      await Promise.race([core.store.conductors.offline(instance).catch(() => undefined), delay(500)]);
      drivers.stop();
      health.close();
      await Promise.race([core.close(), delay(500)]);
      return cut;
    },
  };
}

async function retry<T>(call: () => Promise<T>, onError: (error: Error) => void): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      onError(error as Error);
      await delay(1_000);
    }
  }
}
