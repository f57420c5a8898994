/** `ingot node <verb>`: what is asked of the API, in which state it ends well, and what it is for. */
export const NODE_VERBS = {
  manage: { target: 'manage', end: 'manageable', help: 'check that the machine can be reached' },
  inspect: { target: 'inspect', end: 'manageable', help: 'look at the hardware' },
  provide: { target: 'provide', end: 'available', help: 'clean it and make it available' },
  clean: { target: 'clean', end: 'manageable', help: 'run clean steps (--steps)' },
  adopt: { target: 'adopt', end: 'active', help: 'take over a machine that is in use' },
  deploy: { target: 'active', end: 'active', help: 'put an instance on it' },
  rebuild: { target: 'rebuild', end: 'active', help: 'deploy it again' },
  undeploy: { target: 'deleted', end: 'available', help: 'take the instance away and clean' },
  rescue: { target: 'rescue', end: 'rescue', help: 'boot the rescue system (--rescue-password)' },
  unrescue: { target: 'unrescue', end: 'active', help: 'boot the instance again' },
  service: { target: 'service', end: 'active', help: 'run service steps on an active node (--steps)' },
  abort: { target: 'abort', end: undefined, help: 'end what waits or is on hold' },
  unhold: { target: 'unhold', end: undefined, help: 'go on with what is on hold' },
} as const satisfies { [verb: string]: { target: string; end: string | undefined; help: string } };
export type NodeVerb = keyof typeof NODE_VERBS;
