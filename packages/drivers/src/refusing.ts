import { DriverError, type InterfaceByKind, type InterfaceKind } from '@ingot/domain';

/** A `no-…` interface: valid to have, but every action answers that it is not supported (Ironic: UnsupportedDriverExtension). */
export function refusing<K extends InterfaceKind>(kind: K, shape: InterfaceByKind[K]): InterfaceByKind[K] {
  const refuse = async () => {
    throw new DriverError(`The ${kind} interface is no-${kind}: not supported (disabled or not implemented).`, 'UnsupportedDriverExtension');
  };
  const actions = Object.fromEntries(Object.keys(shape).map((name) => [name, refuse]));
  return { ...actions, validate: refuse, properties: () => ({}), steps: () => [] } as unknown as InterfaceByKind[K];
}
