/** Targets of `PUT …/states/power`: the microversion 1.N and what target_power_state becomes (never "rebooting"). */
export const POWER_TARGETS = {
  'power on': { since: 1, stored: 'power on' },
  'power off': { since: 1, stored: 'power off' },
  rebooting: { since: 1, stored: 'power on' },
  'soft rebooting': { since: 27, stored: 'power on' },
  'soft power off': { since: 27, stored: 'power off' },
} as const;

export const isPowerTarget = (target: string): target is keyof typeof POWER_TARGETS => Object.hasOwn(POWER_TARGETS, target);
