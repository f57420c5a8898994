import { type Logger, pino } from 'pino';

/** Keys whose value must never be printed, wherever they stand on the first three levels (pino redacts by path). */
const SECRET_KEYS = [
  'driver_info', 'driver_internal_info', 'instance_info', 'configdrive', 'rescue_password', 'agent_token',
  'agent_secret_token', 'password', 'authorization', 'redisUrl', 'databaseUrl',
];

/** JSON lines on stdout; one event name per line (`msg`), the rest in fields: node, operation, fence, requestId. */
export function createLog(level: string, service: string): Log {
  return pino({
    level,
    base: { service, pid: process.pid },
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '******' },
  });
}
export type Log = Logger;
