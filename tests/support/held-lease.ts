import pg from "pg";
import type { JobName } from "../../service/store/leases.ts";

/** A lease held by the test, as another instance. */
export class HeldElsewhere {
  private constructor(
    private readonly client: pg.Client,
    private readonly name: JobName,
  ) {}

  /** Takes a lease, for an hour or until a moment relative to now. */
  static async take(databaseUrl: string, name: JobName, until = "1 hour"): Promise<HeldElsewhere> {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await client.query(
      `update leases set holder = 'elsewhere', token = token + 1, acquired_at = now(),
       expires_at = now() + $2::interval where name = $1`,
      [name, until],
    );
    return new HeldElsewhere(client, name);
  }

  /** Releases the lease. */
  async release(): Promise<void> {
    await this.client.query("update leases set holder = null, expires_at = null where name = $1", [
      this.name,
    ]);
    await this.client.end();
  }

  /** Leaves the lease as it is. */
  async leave(): Promise<void> {
    await this.client.end();
  }
}
