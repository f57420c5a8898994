import { STATUS_CODES } from 'node:http';
import { IngotError } from '@ingot/domain';
import { VersionError } from './negotiate.ts';

export interface ErrorAnswer {
  status: number;
  body: { error_message: string };
}

/** Ironic's envelope: error_message is itself a JSON string. */
const fault = (status: number, text: string): ErrorAnswer => ({
  status,
  body: { error_message: JSON.stringify({ faultcode: status < 500 ? 'Client' : 'Server', faultstring: text, debuginfo: null }) },
});
/** The form of errors that come before any handler: unknown paths, methods, versions. */
export const routerError = (status: number, description: string): ErrorAnswer => ({
  status,
  body: { error_message: JSON.stringify({ code: status, title: STATUS_CODES[status] ?? '', description }) },
});

/** @returns what the client sees. An error that is not ours is a bug: its text stays in the log. */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof VersionError) return routerError(406, error.message);
  if (error instanceof IngotError) return fault(error.status, error.message);
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return fault(413, 'The request body is too large.');
  if (statusCode !== undefined && statusCode < 500) return fault(statusCode === 415 ? 400 : statusCode, 'The request body is not valid JSON.');
  return fault(500, 'The server met an unexpected condition; the request id leads to the details in its log.');
}
