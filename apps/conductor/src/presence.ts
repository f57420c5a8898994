import { setTimeout as delay } from 'node:timers/promises';
import type { Core } from '@ingot/core';
import type { Registration } from '@ingot/store';

/**
 * A conductor's word that it is alive: a row in Postgres for operators and routing, and its capacity in Redis for
 * admission. A failed beat is tried again at the next; nothing ends the beating but `stop` (fault case P46).
 */
export function startPresence(core: Core, registration: Registration, reserved: number) {
  const { beatMs, aliveMs } = core.config.conductor;
  const { instance, pool, capacity } = registration;
  let lastBeat = performance.now();
  let stopped = false;
  let announcing = false;
  let timer: NodeJS.Timeout | undefined;

  const announce = () => core.queue.admission.announce(pool, instance, capacity, reserved, aliveMs);
  async function beat(): Promise<void> {
    if (!(await core.store.conductors.beat(instance))) {
      core.log.error({ hostname: registration.hostname }, 'conductor.hostname.taken');
      return;
    }
    if (announcing) await announce();
    lastBeat = performance.now();
  }
  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      beat()
        .catch((error: Error) => core.log.warn({ err: error }, 'conductor.beat.failed'))
        .finally(schedule);
    }, beatMs);
  }
  async function register(): Promise<void> {
    while (!stopped) {
      try {
        await core.store.conductors.register(registration);
        schedule();
        return;
      } catch (error) {
        core.log.warn({ err: error }, 'conductor.register.failed');
        await delay(1_000);
      }
    }
  }

  return {
    registered: register(),
    /** From now on its slots count. */
    async announced(): Promise<void> {
      announcing = true;
      await announce().catch((error: Error) => core.log.warn({ err: error }, 'conductor.announce.failed'));
    },
    problem: () => (performance.now() - lastBeat > aliveMs ? `no heartbeat written for ${Math.round((performance.now() - lastBeat) / 1000)} s` : undefined),
    /** Takes its slots out of the count; it still beats until `stop`. */
    async withdraw(): Promise<void> {
      announcing = false;
      await core.queue.admission.withdraw(pool, instance, capacity, reserved).catch((error: Error) => core.log.warn({ err: error }, 'conductor.withdraw.failed'));
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
