import type { InterfaceKind, Json, JsonObject, NodePatch, NodeRecord, PortRecord } from './types.ts';

/**
 * What a driver is: small interfaces per kind (Ironic's), composed into hardware types by name. Only conductors load
 * implementations; everybody may know these types.
 */

export type StepFlow = 'clean' | 'deploy' | 'service' | 'verify';

/** A step a driver offers (reference: locking-and-conductor §8). */
export interface Step {
  interface: InterfaceKind;
  step: string;
  priority: number;
  abortable: boolean;
  argsinfo: { [name: string]: { description: string; required: boolean } };
  requires_ramdisk: boolean;
  /** Safe to run again after its conductor was lost in the middle of it; otherwise the operation fails then. */
  repeatable?: boolean;
}

/** What a driver's action came to. `wait`: the machine calls back later (heartbeat); until then the node rests in the wait state. */
export type StepOutcome = { kind: 'done'; patch?: NodePatch } | { kind: 'wait'; patch?: NodePatch; timeoutMs?: number };

/** A driver's view of the node it works on. */
export interface DriverTask {
  readonly node: Readonly<NodeRecord>;
  readonly operationId: string;
  readonly fence: number;
  /** Aborted as soon as ownership is lost or the conductor must stop: end what you do, do nothing more to the machine. */
  readonly signal: AbortSignal;
  ports(): Promise<PortRecord[]>;
  /** Call immediately before each action on the machine. @throws LostOwnership */
  assertOwned(): void;
  /** Waits, but rejects at once when `signal` aborts. */
  sleep(ms: number): Promise<void>;
  log(event: string, fields?: JsonObject): void;
}

/** Base of all: says what of the node's configuration it needs. @throws DriverError naming what is missing */
export interface DriverInterface {
  validate(task: DriverTask): Promise<void>;
  /** driver_info key → description, for GET /v1/drivers/{d}/properties */
  properties(): { [name: string]: string };
  steps?(flow: StepFlow): Step[];
  executeStep?(task: DriverTask, flow: StepFlow, step: string, args: JsonObject): Promise<StepOutcome>;
}
export type PowerTarget = 'power on' | 'power off' | 'rebooting' | 'soft rebooting' | 'soft power off';
export interface PowerInterface extends DriverInterface {
  supported(): PowerTarget[];
  getPowerState(task: DriverTask): Promise<'power on' | 'power off' | 'error' | null>;
  /** @returns the state the machine is in afterwards */
  setPowerState(task: DriverTask, target: PowerTarget, timeoutMs: number): Promise<'power on' | 'power off'>;
}
export interface ManagementInterface extends DriverInterface {
  supportedBootDevices(): string[];
  getBootDevice(task: DriverTask): Promise<{ boot_device: string | null; persistent: boolean | null }>;
  setBootDevice(task: DriverTask, device: string, persistent: boolean): Promise<void>;
  getHealth?(task: DriverTask): Promise<'OK' | 'Warning' | 'Critical' | null>;
}
export interface BootInterface extends DriverInterface {
  prepareRamdisk(task: DriverTask, params: JsonObject): Promise<void>;
  cleanUpRamdisk(task: DriverTask): Promise<void>;
  prepareInstance(task: DriverTask): Promise<void>;
  cleanUpInstance(task: DriverTask): Promise<void>;
}
export interface DeployInterface extends DriverInterface {
  prepare(task: DriverTask): Promise<void>;
  tearDown(task: DriverTask): Promise<void>;
  cleanUp(task: DriverTask): Promise<void>;
  takeOver(task: DriverTask): Promise<void>;
  /** Starts cleaning/service: `wait` when a ramdisk must boot first. */
  prepareFlow(task: DriverTask, flow: 'clean' | 'service'): Promise<StepOutcome>;
  tearDownFlow(task: DriverTask, flow: 'clean' | 'service'): Promise<void>;
}
export interface InspectInterface extends DriverInterface {
  inspect(task: DriverTask): Promise<StepOutcome>;
  abort(task: DriverTask): Promise<void>;
}
export interface RescueInterface extends DriverInterface {
  rescue(task: DriverTask): Promise<StepOutcome>;
  /** After the ramdisk called back. */
  finishRescue(task: DriverTask): Promise<void>;
  unrescue(task: DriverTask): Promise<void>;
  cleanUp(task: DriverTask): Promise<void>;
}
export interface NetworkInterface extends DriverInterface {
  addNetwork(task: DriverTask, network: 'cleaning' | 'provisioning' | 'rescuing' | 'tenant' | 'inspection' | 'servicing'): Promise<void>;
  removeNetwork(task: DriverTask, network: 'cleaning' | 'provisioning' | 'rescuing' | 'tenant' | 'inspection' | 'servicing'): Promise<void>;
}
export interface StorageInterface extends DriverInterface {
  attachVolumes(task: DriverTask): Promise<void>;
  detachVolumes(task: DriverTask): Promise<void>;
}
export interface ConsoleInterface extends DriverInterface {
  start(task: DriverTask): Promise<void>;
  stop(task: DriverTask): Promise<void>;
  info(task: DriverTask): Promise<Json>;
}
export interface VendorInterface extends DriverInterface {
  methods(): { [name: string]: { httpMethods: string[]; async: boolean; requireExclusiveLock: boolean; description: string } };
  call(task: DriverTask, method: string, httpMethod: string, body: JsonObject): Promise<Json>;
}

export interface InterfaceByKind {
  bios: DriverInterface;
  boot: BootInterface;
  console: ConsoleInterface;
  deploy: DeployInterface;
  firmware: DriverInterface;
  inspect: InspectInterface;
  management: ManagementInterface;
  network: NetworkInterface;
  power: PowerInterface;
  raid: DriverInterface;
  rescue: RescueInterface;
  storage: StorageInterface;
  vendor: VendorInterface;
}

/** Supported interface names per kind, best first (reference: drivers §1). */
export interface HardwareType {
  name: string;
  supported: { [K in InterfaceKind]: string[] };
}

/** What a conductor has loaded. */
export interface DriverRegistry {
  hardwareTypes(): HardwareType[];
  /** @throws DriverError when the name is not loaded for that kind */
  get<K extends InterfaceKind>(kind: K, name: string): InterfaceByKind[K];
  /** The interface of that kind that the node is set to. @throws DriverError */
  of<K extends InterfaceKind>(node: NodeRecord, kind: K): InterfaceByKind[K];
}
