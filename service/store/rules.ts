import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
} from "drizzle-orm";
import type {
  QueryOf,
  Rule,
  RuleDecision,
  RuleOrder,
  RuleUpdate,
} from "../../lib/contract/index.ts";
import { token } from "./ids.ts";
import { rulesInScope, type RestrictionScope } from "./key-restrictions.ts";
import { readPage, slice, type Page } from "./listing.ts";
import { ruleDecisions, rules } from "./schema-rules.ts";
import { groups } from "./schema.ts";
import { requesterName, type Requester } from "./service-state.ts";
import type { Db } from "./store.ts";

export type RuleRow = typeof rules.$inferSelect;
export type DecisionRow = typeof ruleDecisions.$inferSelect;
export type NewDecision = Omit<typeof ruleDecisions.$inferInsert, "id" | "seq">;

/** A rule with the name and the bidding zone of its target. */
export interface TargetedRule extends RuleRow {
  targetName: string;
  zone: string;
}

/** The caller of a rule in the audit trail, in requests and for idempotency keys. */
export const ruleCaller = (ruleId: string): string => `rule:${ruleId}`;

/** The rule of a caller; null if it is none. */
export const ruleOfCaller = (caller: string): string | null =>
  caller.startsWith("rule:") ? caller.slice("rule:".length) : null;

/** Who created a rule, and who changed it last. */
export const ruleEditors = (row: RuleRow): Requester[] => [
  { key: row.createdKey, actor: row.createdActor },
  { key: row.updatedKey, actor: row.updatedActor },
];

/** A rule in the form of the contract. */
export function toRule(row: TargetedRule): Rule {
  const [created, updated] = ruleEditors(row) as [Requester, Requester];
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    name: row.name,
    enabled: row.enabled,
    target: { kind: row.targetKind, id: row.targetId, name: row.targetName },
    export_threshold: row.exportThreshold ?? null,
    import_threshold: row.importThreshold ?? null,
    min_minutes: row.minMinutes,
    min_gain_eur: row.minGainEur,
    hours: row.hours,
    max_hours_per_month: row.maxHoursPerMonth,
    max_customer_loss_eur_per_mwh: row.maxCustomerLoss,
    notice_minutes: row.noticeMinutes,
    action: row.action,
    created_by: requesterName(created),
    updated_by: requesterName(updated),
  };
}

const toColumns = (given: RuleUpdate) => ({
  ...(given.name !== undefined && { name: given.name.trim() }),
  ...(given.enabled !== undefined && { enabled: given.enabled }),
  ...(given.export_threshold !== undefined && { exportThreshold: given.export_threshold }),
  ...(given.import_threshold !== undefined && { importThreshold: given.import_threshold }),
  ...(given.min_minutes !== undefined && { minMinutes: given.min_minutes }),
  ...(given.min_gain_eur !== undefined && { minGainEur: given.min_gain_eur }),
  ...(given.hours !== undefined && { hours: given.hours }),
  ...(given.max_hours_per_month !== undefined && { maxHoursPerMonth: given.max_hours_per_month }),
  ...(given.max_customer_loss_eur_per_mwh !== undefined && {
    maxCustomerLoss: given.max_customer_loss_eur_per_mwh,
  }),
  ...(given.notice_minutes !== undefined && { noticeMinutes: given.notice_minutes }),
  ...(given.action !== undefined && { action: given.action }),
});

/** Creates a rule. @returns its id */
export async function insertRule(
  tx: Db,
  { target, ...given }: RuleOrder,
  by: Requester,
  nowMs: number,
): Promise<string> {
  const id = `rul_${token(nowMs)}`;
  await tx.insert(rules).values({
    id,
    createdAt: new Date(nowMs),
    updatedAt: new Date(nowMs),
    targetKind: target.kind,
    targetId: target.id,
    createdKey: by.key,
    createdActor: by.actor,
    updatedKey: by.key,
    updatedActor: by.actor,
    ...(toColumns(given) as Required<ReturnType<typeof toColumns>>),
  } as typeof rules.$inferInsert);
  return id;
}

/** Changes the given fields of a rule. */
export const changeRule = async (
  tx: Db,
  id: string,
  given: RuleUpdate,
  by: Requester,
  nowMs: number,
): Promise<void> =>
  void (await tx
    .update(rules)
    .set({
      ...toColumns(given),
      updatedAt: new Date(nowMs),
      updatedKey: by.key,
      updatedActor: by.actor,
    })
    .where(eq(rules.id, id)));

/** Deletes a rule; its row stays for its decisions. */
export const removeRule = async (tx: Db, id: string, nowMs: number): Promise<void> =>
  void (await tx
    .update(rules)
    .set({ deletedAt: new Date(nowMs), enabled: false })
    .where(eq(rules.id, id)));

const withTarget = {
  ...getTableColumns(rules),
  groupName: groups.name,
  groupZone: groups.biddingZone,
};

type JoinedRow = RuleRow & { groupName: string | null; groupZone: string | null };
const toTargeted = ({ groupName, groupZone, ...row }: JoinedRow): TargetedRule => ({
  ...row,
  targetName: groupName ?? row.targetId,
  zone: groupZone ?? row.targetId,
});

const selectRules = (db: Db) =>
  db
    .select(withTarget)
    .from(rules)
    .leftJoin(groups, and(eq(rules.targetKind, "group"), eq(groups.id, rules.targetId)));

/** A rule that is not deleted. */
export async function readRule(db: Db, id: string): Promise<TargetedRule | null> {
  const [row] = await selectRules(db).where(and(eq(rules.id, id), isNull(rules.deletedAt)));
  return row ? toTargeted(row) : null;
}

/** Who may not approve what a rule requested; also of a deleted rule. */
export async function readRuleEditors(db: Db, id: string): Promise<Requester[]> {
  const [row] = await db.select().from(rules).where(eq(rules.id, id));
  return row ? ruleEditors(row) : [];
}

/** Locks a rule until the transaction ends; null if it was deleted. */
export async function lockRule(tx: Db, id: string): Promise<RuleRow | null> {
  const [row] = await tx
    .select()
    .from(rules)
    .where(and(eq(rules.id, id), isNull(rules.deletedAt)))
    .for("update");
  return row ?? null;
}

/** The enabled rules, of one bidding zone if given, in order of creation. */
export async function readEnabledRules(db: Db, zone?: string): Promise<TargetedRule[]> {
  const rows = await selectRules(db)
    .where(and(eq(rules.enabled, true), isNull(rules.deletedAt)))
    .orderBy(rules.seq);
  const all = rows.map(toTargeted);
  return zone === undefined ? all : all.filter((one) => one.zone === zone);
}

/** A page of rules, newest first. */
export async function listRules(
  db: Db,
  query: QueryOf<"listRules">,
  reach: RestrictionScope,
): Promise<Page<Rule>> {
  const page = await readPage(db, ["rules", query, reach], () => {
    const where = and(isNull(rules.deletedAt), rulesInScope(db, reach));
    const { limit, offset } = slice(query);
    return {
      count: db.select({ total: count() }).from(rules).where(where),
      rows: (total) =>
        db
          .select({ ...withTarget, total })
          .from(rules)
          .leftJoin(groups, and(eq(rules.targetKind, "group"), eq(groups.id, rules.targetId)))
          .where(where)
          .orderBy(desc(rules.seq))
          .limit(limit)
          .offset(offset),
    };
  });
  return { ...page, rows: page.rows.map((row) => toRule(toTargeted(row))) };
}

/** Records a decision. @returns its id */
export async function insertDecision(tx: Db, decision: NewDecision): Promise<string> {
  const id = `dec_${token(decision.time.getTime())}`;
  await tx.insert(ruleDecisions).values({ id, ...decision });
  return id;
}

/** The decisions that acted on windows which end after a moment, and their windows. */
export const readActed = (db: Db, ruleId: string, afterMs: number): Promise<DecisionRow[]> =>
  db
    .select()
    .from(ruleDecisions)
    .where(
      and(
        eq(ruleDecisions.ruleId, ruleId),
        inArray(ruleDecisions.outcome, ["issued", "requested"]),
        gt(ruleDecisions.timeTo, new Date(afterMs)),
      ),
    )
    .orderBy(ruleDecisions.timeFrom);

/** Whether the last decision on a window that contains this one was the same. */
export async function isDecided(db: Db, decision: NewDecision): Promise<boolean> {
  const { ruleId, outcome, reasons, type = null, timeFrom, timeTo } = decision;
  const [last] = await db
    .select()
    .from(ruleDecisions)
    .where(
      and(
        eq(ruleDecisions.ruleId, ruleId),
        lte(ruleDecisions.timeFrom, timeFrom),
        gte(ruleDecisions.timeTo, timeTo),
      ),
    )
    .orderBy(desc(ruleDecisions.time))
    .limit(1);
  if (last?.outcome !== outcome || last.type !== type) return false;
  return JSON.stringify(last.reasons) === JSON.stringify(reasons);
}

/** Deletes decisions on windows that ended before a moment. */
export const deleteDecisionsBefore = async (db: Db, ms: number): Promise<void> =>
  void (await db.delete(ruleDecisions).where(lt(ruleDecisions.timeTo, new Date(ms))));

/** A page of a rule's decisions, newest first. */
export async function listDecisions(
  db: Db,
  ruleId: string,
  query: QueryOf<"listRuleDecisions">,
): Promise<Page<RuleDecision>> {
  const page = await readPage(db, ["rule decisions", query, ruleId], () => {
    const where = eq(ruleDecisions.ruleId, ruleId);
    const { limit, offset } = slice(query);
    return {
      count: db.select({ total: count() }).from(ruleDecisions).where(where),
      rows: (total) =>
        db
          .select({ ...getTableColumns(ruleDecisions), total })
          .from(ruleDecisions)
          .where(where)
          .orderBy(desc(ruleDecisions.seq))
          .limit(limit)
          .offset(offset),
    };
  });
  return { ...page, rows: page.rows.map(toDecision) };
}

const toDecision = (row: DecisionRow): RuleDecision => ({
  id: row.id,
  time: row.time.toISOString(),
  outcome: row.outcome,
  reasons: row.reasons,
  detail: row.detail,
  type: row.type,
  time_from: row.timeFrom.toISOString(),
  time_to: row.timeTo.toISOString(),
  volume_kwh: row.volumeKwh,
  gain_eur: row.gainEur,
  customers_eur: row.customersEur,
  intervals: row.intervals,
  missing: row.missing,
  control_id: row.controlId,
  request_id: row.requestId,
});
