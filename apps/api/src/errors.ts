import { STATUS_CODES } from 'node:http';
import { IngotError } from '@ingot/domain';

export interface ErrorAnswer {
  status: number;
  body: object;
}

/** What goes wrong before any handler: unknown paths, methods, versions, malformed identifiers. Its own form on the wire. */
export class RouterError extends IngotError {
  readonly status: number;
  constructor(status: number, description = '') {
    super('RouterError', description);
    this.status = status;
  }
}
/** A body that is refused before it is parsed (nested too deep, too big). Its form has no envelope. */
export class BodyRefused extends IngotError {
  readonly status: number;
  constructor(status: 400 | 413, message: string) {
    super('BodyRefused', message);
    this.status = status;
  }
}

const UNEXPECTED = 'The server met an unexpected condition; the request id leads to the details in its log.';
const fault = (status: number, text: string) => ({ faultcode: status < 500 ? 'Client' : 'Server', faultstring: text });
/** Ironic's envelope: error_message is itself a JSON string. */
const enveloped = (status: number, inner: object): ErrorAnswer => ({ status, body: { error_message: JSON.stringify(inner) } });

/** @returns what the client sees. An error that is not ours is a bug: its text stays in the log. */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof RouterError) return enveloped(error.status, { code: error.status, title: STATUS_CODES[error.status] ?? '', description: error.message });
  if (error instanceof BodyRefused) return { status: error.status, body: fault(error.status, error.message) };
  if (error instanceof IngotError && error.status !== 500) return enveloped(error.status, { ...fault(error.status, error.message), debuginfo: null });
  return fromLibrary(error) ?? enveloped(500, { ...fault(500, UNEXPECTED), debuginfo: null });
}

/** Fastify's own refusals, in our words. */
function fromLibrary(error: unknown): ErrorAnswer | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return undefined;
  const { code, statusCode } = error;
  if (!String(code).startsWith('FST_ERR_') || Number(statusCode) >= 500) return undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return errorAnswer(new BodyRefused(413, 'The request body is too large.'));
  if (code === 'FST_ERR_BAD_URL') return errorAnswer(new RouterError(400, 'The URL is malformed.'));
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return errorAnswer(new RouterError(404));
  return enveloped(400, { ...fault(400, 'The request body is not valid JSON.'), debuginfo: null });
}
