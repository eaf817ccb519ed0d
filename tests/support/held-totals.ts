import pg from "pg";
import { expect } from "vitest";

const TOTALS_LOCK = 5_530_917;

/** The lock on the totals of zones and groups, held by a test so that other transactions wait. */
export class HeldTotals {
  private isHeld = true;
  private constructor(private readonly client: pg.Client) {}

  static of(databaseUrl: string): Promise<HeldTotals> {
    return HeldTotals.by("pg_advisory_xact_lock", databaseUrl);
  }

  /** Held as by the job of another partition. */
  static ofOtherPartition(databaseUrl: string): Promise<HeldTotals> {
    return HeldTotals.by("pg_advisory_xact_lock_shared", databaseUrl);
  }

  private static async by(lock: string, databaseUrl: string): Promise<HeldTotals> {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await client.query("begin");
    await client.query(`select ${lock}($1::bigint)`, [TOTALS_LOCK]);
    return new HeldTotals(client);
  }

  /** Resolves once at least this many transactions wait for the totals. */
  async areWaitedForBy(count: number): Promise<void> {
    const waiting = async () => {
      const { rows } = await this.client.query(
        `select count(*)::int as n from pg_locks
         where locktype = 'advisory' and not granted and objid = $1
           and database = (select oid from pg_database where datname = current_database())`,
        [TOTALS_LOCK],
      );
      return rows[0].n as number;
    };
    await expect.poll(waiting).toBeGreaterThanOrEqual(count);
  }

  /** Releases the lock; may be called again. */
  async release(): Promise<void> {
    if (!this.isHeld) return;
    this.isHeld = false;
    await this.client.query("commit");
    await this.client.end();
  }
}
