import type { Step, StepFlow } from './driver.ts';
import type { InterfaceKind, JsonObject } from './types.ts';

/** Which interface's step goes first among equal priorities (reference: locking-and-conductor §8). */
const RANK: { [K in InterfaceKind]?: number } = { vendor: 7, power: 6, management: 5, firmware: 4, deploy: 3, bios: 2, raid: 1, network: 8 };

/** Steps that every flow knows and no driver implements. */
export const RESERVED_STEPS = ['power_on', 'power_off', 'reboot', 'hold', 'wait'] as const;
export type ReservedStep = (typeof RESERVED_STEPS)[number];
export const isReservedStep = (name: string): name is ReservedStep => (RESERVED_STEPS as readonly string[]).includes(name);

/** A step about to run, as it is kept on the node. */
export interface PlannedStep {
  interface: string;
  step: string;
  args: JsonObject;
  priority: number;
  abortable: boolean;
  requires_ramdisk: boolean;
  repeatable: boolean;
}
export interface RequestedStep {
  interface: string;
  step: string;
  args?: JsonObject;
  priority?: number;
}

const byOrder = (a: PlannedStep, b: PlannedStep) =>
  b.priority - a.priority || (RANK[b.interface as InterfaceKind] ?? 0) - (RANK[a.interface as InterfaceKind] ?? 0);

function planned(step: Step, args: JsonObject = {}, priority = step.priority): PlannedStep {
  return {
    interface: step.interface, step: step.step, args, priority, abortable: step.abortable,
    requires_ramdisk: step.requires_ramdisk, repeatable: step.repeatable ?? false,
  };
}
const reserved = (step: RequestedStep): PlannedStep => ({
  interface: step.interface, step: step.step, args: step.args ?? {}, priority: step.priority ?? 0, abortable: true, requires_ramdisk: false, repeatable: true,
});

/** Automated cleaning: every step with a priority, highest first. */
export function automatedSteps(available: Step[]): PlannedStep[] {
  return available.filter((step) => step.priority > 0).map((step) => planned(step)).sort(byOrder);
}

/** Manual cleaning and service: exactly the order asked for. Call validateSteps first. */
export function manualSteps(available: Step[], requested: RequestedStep[]): PlannedStep[] {
  return requested.map((asked) => {
    if (isReservedStep(asked.step)) return reserved(asked);
    const found = available.find((step) => step.interface === asked.interface && step.step === asked.step);
    if (!found) throw new Error(`Step ${asked.interface}.${asked.step} was not validated.`);
    return planned(found, asked.args);
  });
}

/** Deployment: the driver's steps, overridden by those asked for; priority 0 switches one off. */
export function deploySteps(available: Step[], requested: RequestedStep[]): PlannedStep[] {
  const steps = new Map(available.filter((step) => step.priority > 0).map((step) => [`${step.interface}.${step.step}`, planned(step)]));
  for (const asked of requested) {
    const key = `${asked.interface}.${asked.step}`;
    const found = available.find((step) => `${step.interface}.${step.step}` === key);
    const step = found ? planned(found, asked.args, asked.priority) : isReservedStep(asked.step) ? reserved(asked) : undefined;
    if (step && step.priority > 0) steps.set(key, step);
    else steps.delete(key);
  }
  return [...steps.values()].sort(byOrder);
}

/** @returns what is wrong with the steps asked for, one sentence each; empty when they can run */
export function validateSteps(flow: StepFlow, available: Step[], requested: RequestedStep[], disableRamdisk = false): string[] {
  return requested.flatMap((asked) => {
    const name = `${asked.interface}.${asked.step}`;
    const args = asked.args ?? {};
    if (isReservedStep(asked.step)) {
      const seconds = args.seconds;
      const bad = asked.step === 'wait' && seconds !== undefined && !(typeof seconds === 'number' && seconds >= 0 && seconds <= 30);
      return bad ? [`Step ${name}: seconds must be a number from 0 to 30.`] : [];
    }
    const found = available.find((step) => step.interface === asked.interface && step.step === asked.step);
    if (!found) return [`Node does not support this ${flow} step: ${name}.`];
    const unknown = Object.keys(args).filter((key) => !(key in found.argsinfo));
    const missing = Object.entries(found.argsinfo).filter(([key, info]) => info.required && !(key in args)).map(([key]) => key);
    return [
      ...(unknown.length ? [`${flow} step ${name} has these unexpected arguments: ${unknown.join(', ')}.`] : []),
      ...(missing.length ? [`${flow} step ${name} is missing these required arguments: ${missing.join(', ')}.`] : []),
      ...(disableRamdisk && found.requires_ramdisk ? [`${flow} step ${name} requires the ramdisk, which is disabled.`] : []),
    ];
  });
}
