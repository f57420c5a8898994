import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';
import { statementNames } from './statements.ts';

export type Prisma = PrismaClient;

/**
 * @param max connections of this process; a request waits at most `connectionTimeoutMs` for one
 *   (Prisma's and pg's default is to wait for ever)
 */
export function openPrisma(databaseUrl: string, max: number, applicationName: string): Prisma {
  const nameOf = statementNames();
  const connection = {
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: applicationName,
    options: '-c TimeZone=UTC',
  };
  // Its type asks for a name always; pg takes none for an unnamed statement.
  const adapter = new PrismaPg(connection, { statementNameGenerator: ({ sql }) => nameOf(sql) as string });
  return new PrismaClient({ adapter });
}
