/**
 * Named race points: no-ops in production. A test arms one to hold or kill a process exactly there
 * (INGOT_RACE_POINT=name:kill, or a handler set in-process).
 */
export type RacePoint =
  | 'before-lock' | 'after-lock' | 'after-intent' | 'after-admit' | 'after-enqueue' | 'before-answer'
  | 'before-claim' | 'after-claim' | 'before-step' | 'after-step' | 'before-end' | 'after-end';

let handler: ((point: RacePoint) => Promise<void> | void) | undefined;

/** Tests only. @returns a function that disarms */
export function armRacePoint(on: (point: RacePoint) => Promise<void> | void): () => void {
  handler = on;
  return () => {
    handler = undefined;
  };
}

export function racePoint(point: RacePoint): Promise<void> | void {
  return handler?.(point);
}

/** Arms what the environment asks for: `after-intent:kill` ends this process with SIGKILL at that point. */
export function armFromEnvironment(value: string | undefined): void {
  const [point, action] = value?.split(':') ?? [];
  if (!point || action !== 'kill') return;
  armRacePoint((reached) => {
    if (reached === point) process.kill(process.pid, 'SIGKILL');
  });
}
