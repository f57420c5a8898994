/** One thing done to a machine, in the words of the drivers: `verb` is "kind.action", for example "power.set_power_state". */
export interface Effect {
  node: string;
  verb: string;
  fence: number;
  operation: string;
}

/** Settings of the fake drivers, for the whole conductor; a node's driver_info overrides the delays. */
export interface FakeOptions {
  delayMs: number;
  jitterMs: number;
  /** where the simulated ramdisk calls back */
  apiUrl: string;
  /** told of every effect, in the order they are carried out (tests in one process) */
  effects?: ((effect: Effect) => void) | undefined;
  /** every effect is POSTed there before it counts as done (fault tests over several processes) */
  effectUrl?: string | undefined;
}
