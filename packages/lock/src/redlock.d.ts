/** redlock 5.0.0-beta.2 ships types that its exports map hides; this is the part that we use. */
declare module 'redlock' {
  export class Lock {
    constructor(redlock: Redlock, resources: string[], value: string, attempts: never[], expiration: number);
    readonly value: string;
  }
  export default class Redlock {
    constructor(clients: Iterable<unknown>, settings: { retryCount: number; driftFactor: number });
    on(event: 'error', listener: (error: Error) => void): this;
    acquire(resources: string[], durationMs: number): Promise<Lock>;
    extend(lock: Lock, durationMs: number): Promise<Lock>;
    release(lock: Lock): Promise<unknown>;
  }
}
