import { DriverError, type VendorInterface } from '@ingot/domain';
import type { FakeMachine } from './machine.ts';
import { stepwise } from './stepwise.ts';

const method = (word: string, async: boolean, requireExclusiveLock: boolean) => ({
  word, httpMethods: ['POST'], async, requireExclusiveLock, description: `Test if the value of bar is ${word}`,
});
const METHODS: { [name: string]: ReturnType<typeof method> } = {
  second_method: method('baz', true, true),
  third_method_sync: method('meow', false, true),
  fourth_method_shared_lock: method('woof', true, false),
};

export const fakeVendor = (machine: FakeMachine): VendorInterface => ({
  ...stepwise(machine, 'vendor', [
    // The one automated clean step of fake-hardware: cleaning has something to run.
    { name: 'log_passthrough', priority: 1, flows: ['clean'] },
    { name: 'log_passthrough', flows: ['service'] },
    // Waits in any case: the ramdisk calls back only where fake_wait lists service.
    {
      name: 'trigger_servicewait', flows: ['service'],
      after: async (task) => (await machine.waits(task, 'service')) ?? { kind: 'wait' },
    },
  ]),
  methods: () => Object.fromEntries(Object.entries(METHODS).map(([name, { word: _, ...shown }]) => [name, shown])),
  async call(task, name, httpMethod, body) {
    const known = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
    if (!known?.httpMethods.includes(httpMethod)) throw new DriverError(`No handler for method ${name}`, 'InvalidParameterValue');
    if (!body.bar) throw new DriverError(`Parameter 'bar' not passed to method '${name}'.`, 'MissingParameterValue');
    await machine.act(task, `vendor.${name}`);
    return body.bar === known.word;
  },
});
