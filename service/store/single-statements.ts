import type pg from "pg";
import { isDatabaseUnavailable } from "../../lib/database/is-database-unavailable.ts";
import type { HeldLease } from "./leases.ts";
import type { PipelinedReads } from "./pipelined-reads.ts";

/** A pool, and the statement that each of its transactions begins with, if it needs one. */
export interface LimitedPool {
  pool: pg.Pool;
  begin?: string | undefined;
}

/** A pool whose prepared reads outside of transactions are sent on pipelined connections, while one is ready. */
export function withPipelinedReads(pool: pg.Pool, reads: PipelinedReads): pg.Pool {
  const query = (statement: pg.QueryConfig, values?: unknown[]) =>
    (statement.name && isRead(statement) ? reads.send(statement, values) : null) ??
    pool.query(statement, values);
  return { query } as unknown as pg.Pool;
}

/** Whether a statement only reads: a lease protects nothing by it. */
const isRead = ({ text }: pg.QueryConfig): boolean =>
  /^[\s(]*select\b/i.test(text) && !/\bfor\s+(no\s+key\s+)?(update|share|key)\b/i.test(text);

/**
 * A pool whose single statements run in transactions, within its limits and under a lease. Reads need
 * neither, unless the pool has limits to set.
 */
export function inTransactions({ pool, begin }: LimitedPool, lease?: HeldLease): pg.Pool {
  const query = async (statement: pg.QueryConfig, values?: unknown[]) => {
    if (!begin && isRead(statement)) {
      await lease?.ensureCurrent();
      return pool.query(statement, values);
    }
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      const start = async (fence?: string) => {
        const statements = ["begin", begin, fence].filter((text) => text !== undefined);
        const results: pg.QueryResult | pg.QueryResult[] = await client.query(
          statements.join("; "),
        );
        return [results].flat().at(-1)!;
      };
      await (lease ? lease.fence(start) : start());
      const result = await client.query(statement, values);
      await client.query("commit");
      return result;
    } catch (error) {
      failure = error as Error;
      await client.query("rollback").catch(() => undefined);
      throw error;
    } finally {
      client.release(failure !== undefined && isDatabaseUnavailable(failure));
    }
  };
  return { query } as unknown as pg.Pool;
}
