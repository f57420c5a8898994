import { Unavailable } from '@ingot/domain';

/** What a failed database call means. Prisma 7.10 gives some of these no code at all, hence the two texts. */
export type DatabaseFailure = { kind: 'unique'; constraint: string } | { kind: 'unavailable' } | { kind: 'bug' };

interface Shaped {
  code?: string;
  message?: string;
  meta?: { driverAdapterError?: { cause?: Cause } };
  cause?: Cause;
}
interface Cause {
  kind?: string;
  originalCode?: string;
  originalMessage?: string;
  constraint?: { fields?: string[]; index?: string };
}

const UNAVAILABLE_SQLSTATE = /^(08|53|57|55P03|40001|40P01)/;
const UNAVAILABLE_CODE = /^(P1001|P1002|P1008|P1017|P2024|P2028|P2034|P2037|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE)$/;
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying to connect|not queryable|Connection terminated|Query read timeout|ECONNREFUSED|ECONNRESET|terminating connection|starting up|shutting down|Can't reach database|ConnectionClosed|SocketTimeout/i;

/** @returns the class of the failure; `constraint` is the index's or the fields' name */
export function classify(error: unknown): DatabaseFailure {
  const shaped = error as Shaped;
  const cause = shaped.meta?.driverAdapterError?.cause ?? shaped.cause;
  const sqlstate = cause?.originalCode ?? '';
  const text = `${shaped.message ?? ''} ${cause?.originalMessage ?? ''}`;
  if (sqlstate === '23505' || cause?.kind === 'UniqueConstraintViolation' || shaped.code === 'P2002') {
    const named = /constraint "(\w+)"/.exec(text)?.[1];
    return { kind: 'unique', constraint: named ?? cause?.constraint?.index ?? cause?.constraint?.fields?.join('_') ?? '' };
  }
  if (UNAVAILABLE_SQLSTATE.test(sqlstate) || UNAVAILABLE_CODE.test(shaped.code ?? '') || UNAVAILABLE_TEXT.test(text)) {
    return { kind: 'unavailable' };
  }
  return { kind: 'bug' };
}

/** Runs a database call; an outage comes out as 503 `Unavailable`, everything else as it was. */
export async function guarded<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (classify(error).kind === 'unavailable') {
      throw new Unavailable('The database is not available; look at the node before you retry.', 'DatabaseUnavailable', { cause: error });
    }
    throw error;
  }
}
