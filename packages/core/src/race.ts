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

/**
 * Arms what the environment asks for: `after-intent:kill` ends this process with SIGKILL at that point;
 * `after-intent:http://127.0.0.1:4000/` asks there and waits for the answer, so that a test can do something meanwhile.
 * @throws Error for anything else: a test that arms nothing would prove nothing
 */
export function armFromEnvironment(value: string | undefined): void {
  if (!value) return;
  const [, point, action = ''] = /^([a-z-]+):(kill|http:.+)$/.exec(value) ?? [];
  if (!point) throw new Error(`INGOT_RACE_POINT=${value}: must be point:kill or point:http://…`);
  armRacePoint(async (reached) => {
    if (reached !== point) return;
    if (action === 'kill') process.kill(process.pid, 'SIGKILL');
    await fetch(action, { method: 'POST' });
  });
}
