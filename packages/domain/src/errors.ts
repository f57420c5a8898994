/**
 * The errors of Ingot. The class decides what happens: its status and text go to the client in Ironic's envelope,
 * anything that is not an IngotError is a bug (500).
 */
export abstract class IngotError extends Error {
  abstract readonly status: number;
  /** Ironic's exception name, also the label in logs and metrics. */
  readonly kind: string;
  constructor(kind: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.name = kind;
  }
}

/** The request cannot be right as it is: 400. What to do: change the request. */
export class BadRequest extends IngotError {
  readonly status = 400;
  constructor(message: string, kind = 'Invalid') {
    super(kind, message);
  }
}
/** Not allowed on this node: 403 (protected). */
export class Forbidden extends IngotError {
  readonly status = 403;
  constructor(message: string, kind = 'NodeProtected') {
    super(kind, message);
  }
}
/** There is no such thing: 404. */
export class NotFound extends IngotError {
  readonly status = 404;
  constructor(message = 'Resource could not be found.', kind = 'NotFound') {
    super(kind, message);
  }
}
/** The microversion asked for does not have this: 406. */
export class NotAcceptable extends IngotError {
  readonly status = 406;
  constructor(message = 'Request not acceptable.') {
    super('NotAcceptable', message);
  }
}
/** Somebody else is at it, or it is taken: 409. What to do: retry, or choose another name. */
export class Conflict extends IngotError {
  readonly status = 409;
  constructor(message: string, kind = 'Conflict') {
    super(kind, message);
  }
}
/** Ingot cannot take this now: 503 with Retry-After. The node is as it was. */
export class Unavailable extends IngotError {
  readonly status = 503;
  readonly retryAfterSeconds: number;
  constructor(message: string, kind = 'TemporaryFailure', options?: ErrorOptions & { retryAfterSeconds?: number }) {
    super(kind, message, options);
    this.retryAfterSeconds = options?.retryAfterSeconds ?? 2;
  }
}
/** This process no longer owns the operation: its fence is old. Never shown to clients; stop and write nothing. */
export class LostOwnership extends IngotError {
  readonly status = 500;
  constructor(operationId: string) {
    super('LostOwnership', `Operation ${operationId} is no longer owned by this process.`);
  }
}
/** A driver said no or the hardware failed: the operation ends in the verb's failure state with this text. */
export class DriverError extends IngotError {
  readonly status = 400;
  constructor(message: string, kind = 'DriverError', options?: ErrorOptions) {
    super(kind, message, options);
  }
}

export const nodeLocked = (uuid: string, host: string) =>
  new Conflict(
    `Node ${uuid} is locked by host ${host}, please retry after the current operation is completed.`,
    'NodeLocked',
  );
export const invalidState = (action: string, uuid: string, state: string) =>
  new BadRequest(
    `The requested action "${action}" can not be performed on node "${uuid}" while it is in state "${state}".`,
    'InvalidStateRequested',
  );
export const inMaintenance = (op: string, uuid: string) =>
  new BadRequest(`The ${op} operation can't be performed on node ${uuid} because it's in maintenance mode.`, 'NodeInMaintenance');
export const isRetired = (op: string, uuid: string) =>
  new BadRequest(`The ${op} operation can't be performed on node ${uuid} because it is retired.`, 'NodeIsRetired');
export const isProtected = (uuid: string) =>
  new Forbidden(`Node ${uuid} is protected and cannot be undeployed, rebuilt or deleted`);
export const nodeNotFound = (ident: string) => new NotFound(`Node ${ident} could not be found.`, 'NodeNotFound');
/** Ironic's spawn error: every slot is busy. */
export const NO_FREE_WORKER = 'No free conductor workers available';
export const noFreeWorker = () =>
  new Unavailable('Requested action cannot be performed due to lack of free conductor workers.', 'NoFreeConductorWorker');
export const concurrentLimit = (task: string) =>
  new Unavailable(
    `Unable to process request at this time. The concurrent action limit for ${task} has been reached. Please contact your administrator and try again later.`,
    'ConcurrentActionLimit',
  );
export const noValidHost = (driver: string, group: string) =>
  `No valid host was found. Reason: No conductor service registered which supports driver ${driver} for conductor group "${group}". Ensure the driver is valid and enabled.`;
