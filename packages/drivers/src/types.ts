/** Settings of the fake drivers, for the whole conductor; a node's driver_info overrides the delays. */
export interface FakeOptions {
  delayMs: number;
  jitterMs: number;
  /** where the simulated ramdisk calls back */
  apiUrl: string;
  /** every action on a simulated machine is POSTed there before it counts as done (fault tests) */
  effectUrl?: string | undefined;
}
