import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import type {
  Alert,
  AlertDetails,
  AlertState,
  AlertSubject,
  AlertTarget,
  QueryOf,
} from "../../lib/contract/index.ts";
import type { TargetedAlertRule } from "./alert-rules.ts";
import { token } from "./ids.ts";
import { alertsInScope, type RestrictionScope } from "./key-restrictions.ts";
import { readPage, slice, type Page } from "./listing.ts";
import { alertRules, alerts } from "./schema-alerts.ts";
import { requesterName, type Requester } from "./service-state.ts";
import type { Db } from "./store.ts";

export type AlertRow = typeof alerts.$inferSelect;

/** Something that reaches the thresholds of a rule. */
export interface Finding {
  subject: AlertSubject;
  target: AlertTarget;
  zone: string;
  groupId: string | null;
  details: AlertDetails;
}

const stateOf = ({ resolvedAt, silencedUntil }: AlertRow, nowMs: number): AlertState => {
  if (resolvedAt) return "resolved";
  return silencedUntil && silencedUntil.getTime() > nowMs ? "silenced" : "open";
};

/** An alert in the form of the contract. */
export const toAlert = (row: AlertRow, nowMs: number): Alert => ({
  id: row.id,
  raised_at: row.raisedAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  resolved_at: row.resolvedAt?.toISOString() ?? null,
  state: stateOf(row, nowMs),
  kind: row.kind,
  rule_id: row.ruleId,
  target: row.target,
  subject: { kind: row.subjectKind, id: row.subjectId },
  thresholds: row.thresholds,
  details: row.details,
  silence: row.silencedUntil && {
    until: row.silencedUntil.toISOString(),
    at: row.silencedAt!.toISOString(),
    by: requesterName({ key: row.silencedKey!, actor: row.silencedActor }),
    reason: row.silenceReason,
  },
});

function inState(state: AlertState | undefined, now: Date): SQL | undefined {
  if (state === undefined) return undefined;
  if (state === "resolved") return isNotNull(alerts.resolvedAt);
  const silenced = gt(alerts.silencedUntil, now);
  const open = or(isNull(alerts.silencedUntil), lte(alerts.silencedUntil, now));
  return and(isNull(alerts.resolvedAt), state === "silenced" ? silenced : open);
}

/** A page of alerts: unresolved ones first, then newest first. */
export async function listAlerts(
  db: Db,
  query: QueryOf<"listAlerts">,
  reach: RestrictionScope,
  nowMs: number,
): Promise<Page<Alert>> {
  const page = await readPage(db, ["alerts", query, reach, query.state && nowMs], () => {
    const { state, kind } = query;
    const isOfKind = kind && eq(alerts.kind, kind);
    const where = and(inState(state, new Date(nowMs)), isOfKind, alertsInScope(db, reach));
    const { limit, offset } = slice(query);
    return {
      count: db.select({ total: count() }).from(alerts).where(where),
      rows: (total) =>
        db
          .select({ ...getTableColumns(alerts), total })
          .from(alerts)
          .where(where)
          .orderBy(sql`(${alerts.resolvedAt} is not null)`, desc(alerts.seq))
          .limit(limit)
          .offset(offset),
    };
  });
  return { ...page, rows: page.rows.map((row) => toAlert(row, nowMs)) };
}

export async function readAlert(db: Db, id: string): Promise<AlertRow | null> {
  const [row] = await db.select().from(alerts).where(eq(alerts.id, id));
  return row ?? null;
}

/** Locks an alert until the transaction ends. */
export async function lockAlert(tx: Db, id: string): Promise<AlertRow | null> {
  const [row] = await tx.select().from(alerts).where(eq(alerts.id, id)).for("update");
  return row ?? null;
}

/** Silences an alert until a moment; null ends its silence. */
export async function setSilence(
  tx: Db,
  id: string,
  { untilMs, reason }: { untilMs: number | null; reason: string | null },
  by: Requester,
  nowMs: number,
): Promise<AlertRow> {
  const silence =
    untilMs === null
      ? { silencedUntil: null, silencedAt: null, silencedKey: null, silencedActor: null }
      : {
          silencedUntil: new Date(untilMs),
          silencedAt: new Date(nowMs),
          silencedKey: by.key,
          silencedActor: by.actor,
        };
  const [row] = await tx
    .update(alerts)
    .set({ ...silence, silenceReason: untilMs === null ? null : reason })
    .where(eq(alerts.id, id))
    .returning();
  return row!;
}

const keyOf = ({ kind, id }: AlertSubject) => `${kind} ${id}`;

/**
 * Makes the unresolved alerts of a rule those of its findings: raises what is new, updates what was
 * observed, resolves the others. Repeating it changes nothing.
 */
export async function applyFindings(
  tx: Db,
  rule: TargetedAlertRule,
  findings: readonly Finding[],
  nowMs: number,
): Promise<{ raised: AlertRow[]; resolved: AlertRow[] }> {
  const open = await tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.ruleId, rule.id), isNull(alerts.resolvedAt)));
  const before = new Map(
    open.map((row) => [keyOf({ kind: row.subjectKind, id: row.subjectId }), row]),
  );
  const raised: AlertRow[] = [];
  for (const finding of findings) {
    const present = before.get(keyOf(finding.subject));
    before.delete(keyOf(finding.subject));
    if (present) await updateDetails(tx, present, rule, finding, nowMs);
    else raised.push(...(await raise(tx, rule, finding, nowMs)));
  }
  const gone = [...before.values()].map(({ id }) => id);
  return { raised, resolved: await resolve(tx, inArray(alerts.id, gone), nowMs) };
}

/** Raises an alert, silenced as the last one of its rule about the same subject still is. */
async function raise(
  tx: Db,
  { id: ruleId, kind, thresholds }: TargetedAlertRule,
  { subject, ...finding }: Finding,
  nowMs: number,
): Promise<AlertRow[]> {
  const now = new Date(nowMs);
  const about = { ruleId, subjectKind: subject.kind, subjectId: subject.id };
  const [last] = await tx
    .select()
    .from(alerts)
    .where(
      and(
        eq(alerts.ruleId, ruleId),
        eq(alerts.subjectKind, subject.kind),
        eq(alerts.subjectId, subject.id),
      ),
    )
    .orderBy(desc(alerts.seq))
    .limit(1);
  const isSilenced = last?.silencedUntil && last.silencedUntil > now;
  return tx
    .insert(alerts)
    .values({
      id: `alt_${token(nowMs)}`,
      ...about,
      ...finding,
      kind,
      thresholds,
      raisedAt: now,
      updatedAt: now,
      ...(isSilenced && {
        silencedUntil: last.silencedUntil,
        silencedAt: last.silencedAt,
        silencedKey: last.silencedKey,
        silencedActor: last.silencedActor,
        silenceReason: last.silenceReason,
      }),
    })
    .onConflictDoNothing()
    .returning();
}

async function updateDetails(
  tx: Db,
  before: AlertRow,
  { thresholds }: TargetedAlertRule,
  { details }: Finding,
  nowMs: number,
): Promise<void> {
  const isSame = (a: object, b: object) =>
    JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted());
  if (isSame(before.details, details) && isSame(before.thresholds, thresholds)) return;
  const change = { details, thresholds, updatedAt: new Date(nowMs) };
  await tx.update(alerts).set(change).where(eq(alerts.id, before.id));
}

const resolve = (tx: Db, which: SQL, nowMs: number): Promise<AlertRow[]> =>
  tx
    .update(alerts)
    .set({ resolvedAt: new Date(nowMs) })
    .where(and(which, isNull(alerts.resolvedAt)))
    .returning();

/** Resolves the alerts of rules that are disabled or deleted. */
export const resolveWithoutRule = (tx: Db, nowMs: number): Promise<AlertRow[]> =>
  resolve(
    tx,
    inArray(
      alerts.ruleId,
      tx.select({ id: alertRules.id }).from(alertRules).where(eq(alertRules.enabled, false)),
    ),
    nowMs,
  );

/** Deletes alerts that were resolved before a moment. */
export const deleteAlertsBefore = async (db: Db, ms: number): Promise<void> =>
  void (await db.delete(alerts).where(lt(alerts.resolvedAt, new Date(ms))));
