import { and, asc, count, eq, getTableColumns, gt, lt, or, sql } from "drizzle-orm";
import { recordCall, type CallRow } from "./api-calls.ts";
import type { ControlRow } from "./control-list.ts";
import { apiCalls } from "./schema-calls.ts";
import { controls, deliveries } from "./schema-controls.ts";
import { statements } from "./schema-statements.ts";
import { groups, locations } from "./schema.ts";
import type { Db } from "./store.ts";

export type StatementVersion = typeof statements.$inferSelect;
/** Whose statement it is, and its month as `YYYY-MM`. */
export type StatementSubject = Pick<StatementVersion, "kind" | "subjectId" | "month">;

const isOf = ({ kind, subjectId, month }: StatementSubject) =>
  and(eq(statements.kind, kind), eq(statements.subjectId, subjectId), eq(statements.month, month));

/** The issued versions of a statement, oldest first, without their rows. */
export const listStatementVersions = (db: Db, subject: StatementSubject) =>
  db
    .select({
      version: statements.version,
      issuedAt: statements.issuedAt,
      sha256: statements.sha256,
    })
    .from(statements)
    .where(isOf(subject))
    .orderBy(asc(statements.version));

/** An issued version; null if there is none. */
export async function readStatementVersion(
  db: Db,
  subject: StatementSubject,
  version: number,
): Promise<StatementVersion | null> {
  const where = and(isOf(subject), eq(statements.version, version));
  const [row] = await db.select().from(statements).where(where);
  return row ?? null;
}

/** Serialises issues of one statement until the transaction ends. */
export const lockStatement = async (tx: Db, subject: StatementSubject): Promise<void> =>
  void (await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(Object.values(subject))}, 78))`,
  ));

/** What the audit chain says of an issued statement. */
const toAuditTarget = (row: StatementSubject & Pick<StatementVersion, "version" | "sha256">) =>
  `${row.kind}_id=${row.subjectId} month=${row.month} version=${row.version} sha256=${row.sha256}`;

/** Stores a version with a row in the audit chain; a transaction holds both or none. */
export async function saveStatementVersion(
  tx: Db,
  row: Omit<StatementVersion, "auditId">,
  call: Pick<CallRow, "caller" | "operation" | "requestId">,
): Promise<void> {
  const auditId = await recordCall(tx, {
    ...call,
    at: row.issuedAt,
    kind: "statement",
    target: toAuditTarget(row),
  });
  await tx.insert(statements).values({ ...row, auditId });
}

/** The SHA-256 of a version in the audit chain; null if its row is not there or is another's. */
export async function readAuditedHash(db: Db, row: StatementVersion): Promise<string | null> {
  const [call] = await db
    .select({ target: apiCalls.target })
    .from(apiCalls)
    .where(and(eq(apiCalls.id, row.auditId), eq(apiCalls.kind, "statement")));
  const sha256 = / sha256=([0-9a-f]{64})$/.exec(call?.target ?? "")?.[1];
  return sha256 && call?.target === toAuditTarget({ ...row, sha256 }) ? sha256 : null;
}

/** Every issued version, one at a time: the rows of a large zone are megabytes. */
export async function* pageStatementVersions(db: Db): AsyncGenerator<StatementVersion> {
  const key = sql`(${statements.kind}, ${statements.subjectId}, ${statements.month}, ${statements.version})`;
  let after: StatementVersion | undefined;
  for (;;) {
    const [row] = await db
      .select()
      .from(statements)
      .where(
        after &&
          sql`${key} > (${after.kind}, ${after.subjectId}, ${after.month}, ${after.version}::int)`,
      )
      .orderBy(
        asc(statements.kind),
        asc(statements.subjectId),
        asc(statements.month),
        asc(statements.version),
      )
      .limit(1);
    if (!row) return;
    after = row;
    yield row;
  }
}

/** The versions that the audit chain names and that are not stored. */
export async function listUnlinkedStatementCalls(
  db: Db,
): Promise<Pick<StatementVersion, "kind" | "subjectId" | "month" | "version">[]> {
  const calls = await db
    .select({ target: apiCalls.target })
    .from(apiCalls)
    .where(
      and(
        eq(apiCalls.kind, "statement"),
        sql`not exists (select 1 from ${statements} where ${statements.auditId} = ${apiCalls.id})`,
      ),
    )
    .orderBy(asc(apiCalls.id));
  return calls.flatMap(({ target }) => {
    const [, kind, subjectId, month, version] =
      /^(customer|bidding_zone)_id=(\S+) month=(\S+) version=(\d+) sha256=/.exec(target ?? "") ??
      [];
    if (!kind || !subjectId || !month) return [];
    return [{ kind: kind as StatementVersion["kind"], subjectId, month, version: Number(version) }];
  });
}

/** The controls of a customer or a bidding zone that ran in `[fromMs, toMs)`, in order of acceptance. */
export async function readStatementControls(
  db: Db,
  { kind, subjectId }: StatementSubject,
  fromMs: number,
  toMs: number,
): Promise<ControlRow[]> {
  const ofZone = or(
    and(eq(controls.targetKind, "bidding_zone"), eq(controls.targetId, subjectId)),
    and(
      eq(controls.targetKind, "group"),
      sql`exists (select 1 from ${groups} where ${groups.id} = ${controls.targetId} and ${groups.biddingZone} = ${subjectId})`,
    ),
  );
  const ofCustomer = sql`exists (select 1 from ${deliveries}
    join ${locations} on ${locations.id} = ${deliveries.locationId}
    where ${deliveries.controlId} = ${controls.id} and ${locations.customerId} = ${subjectId})`;
  return db
    .select(getTableColumns(controls))
    .from(controls)
    .where(
      and(
        gt(controls.stopAt, new Date(fromMs)),
        lt(controls.timeFrom, new Date(toMs)),
        kind === "customer" ? ofCustomer : ofZone,
      ),
    )
    .orderBy(asc(controls.seq));
}

/** How many rows a statement by location can have. */
export async function countEffects(db: Db, controlIds: readonly string[]): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(deliveries)
    .where(sql`${deliveries.controlId} = any(${sql.param([...controlIds])}::text[])`);
  return counted!.total;
}
