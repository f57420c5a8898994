import { DriverError, type DriverTask, type InterfaceByKind } from '@ingot/domain';

/** The kinds that a node may do without. */
export type OptionalKind = 'bios' | 'console' | 'firmware' | 'inspect' | 'raid' | 'rescue' | 'vendor';

/** What of an interface is a question about itself, not an action: a `no-…` interface answers it. */
const ANSWERS = { properties: () => ({}), steps: () => [], methods: () => ({}) };

/**
 * A `no-…` interface: valid to have, but everything asked of it, validation included, answers that it is not supported.
 * `shape` is any implementation of the kind: its actions are the ones to refuse.
 */
export function refusing<K extends OptionalKind>(kind: K, shape: InterfaceByKind[K]): InterfaceByKind[K] {
  const refuse = async (task: DriverTask) => {
    throw new DriverError(
      `Driver ${task.node.driver} does not support ${kind} (disabled or not implemented).`,
      'UnsupportedDriverExtension',
    );
  };
  const actions = Object.keys(shape).map((name: string) => [name, name in ANSWERS ? ANSWERS[name as keyof typeof ANSWERS] : refuse]);
  return Object.fromEntries(actions) as InterfaceByKind[K];
}
