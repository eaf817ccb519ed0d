import { lt, sql } from "drizzle-orm";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";
import { toMoment } from "./moment.ts";
import { fleetChanges } from "./schema-series.ts";
import type { Db } from "./store.ts";

/** Reading everything is faster than reading the changes of so many locations one by one. */
const MAX_LOCATIONS = 20_000;

/** How long changes are kept. */
export const FLEET_CHANGES_RETENTION_MS = HOUR_MS;

/** A change of what planning depends on; see the table. */
export interface FleetChange {
  id: number;
  transaction: string;
  kind: "site" | "model" | "ramp" | "sample";
  /** Empty: any location may have changed. */
  locationIds: readonly string[];
  quarterMs: number | null;
}

/** The changes by transactions from `from` on that have committed. */
export interface FleetChanges {
  /** Every earlier transaction has ended: the next read begins here. */
  next: string;
  /** The database's clock, in ms. */
  atMs: number;
  changes: FleetChange[];
}

interface ChangeRow extends Record<string, unknown> {
  next: string;
  atMs: number;
  id: string | null;
  transaction: string;
  kind: FleetChange["kind"];
  /** With commas between them: the driver reads an array of thousands slowly. */
  ids: string;
  quarter: string | null;
}

/**
 * Reads the changes of all transactions from `from` on, or only where to begin. A transaction that
 * ran during one read and commits later is part of a later one; changes may be returned repeatedly,
 * except those with the ids in `handled`.
 */
export async function readFleetChanges(
  db: Db,
  from: string | null,
  handled: Iterable<number> = [],
): Promise<FleetChanges> {
  const { rows } = await db.execute<ChangeRow>(sql`
    select s.next, s.at::float8 as "atMs", c.id, c.transaction::text as transaction, c.kind,
      case when cardinality(c.location_ids) <= ${MAX_LOCATIONS}::int
        then array_to_string(c.location_ids, ',') else '' end as ids, c.quarter
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as next,
      extract(epoch from clock_timestamp()) * 1000 as at) as s
    left join ${fleetChanges} c on c.transaction >= ${from}::text::xid8
      and c.id <> all(${sql.param([...handled])}::bigint[])
    order by c.id`);
  const [{ next, atMs }] = rows as [ChangeRow, ...ChangeRow[]];
  const changes = rows.flatMap(({ id, transaction, kind, ids, quarter }) =>
    id === null
      ? []
      : {
          id: Number(id),
          transaction,
          kind,
          locationIds: ids === "" ? [] : ids.split(","),
          quarterMs: quarter === null ? null : new Date(quarter).getTime(),
        },
  );
  return { next, atMs, changes };
}

/** The id of a transaction, as changes have it. */
export async function currentTransaction(tx: Db): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`);
  return rows[0]!.id;
}

/** Notes a change that no trigger notes. */
export const noteFleetChange = async (
  tx: Db,
  kind: "ramp" | "sample",
  locationIds: readonly string[],
  quarterMs?: number,
): Promise<void> =>
  void (await tx.execute(sql`
    insert into ${fleetChanges} (kind, location_ids, quarter)
    select ${kind}, string_to_array(${locationIds.join(",")}, ','),
      ${quarterMs === undefined ? null : toMoment(quarterMs)}`));

/** Deletes changes that no instance needs any more, by the database's clock. */
export const pruneFleetChanges = async (db: Db): Promise<void> =>
  void (await db
    .delete(fleetChanges)
    .where(
      lt(
        fleetChanges.at,
        sql`clock_timestamp() - ${`${FLEET_CHANGES_RETENTION_MS} milliseconds`}::interval`,
      ),
    ));

/** The locations of changes. */
export function idsIn(changes: readonly FleetChange[]): ReadonlySet<string> | "all" {
  if (changes.some(({ locationIds }) => locationIds.length === 0)) return "all";
  return new Set(changes.flatMap(({ locationIds }) => locationIds));
}
