import { and, count, eq, getTableColumns, isNull, sql, type SQL } from "drizzle-orm";
import {
  alertDefaults,
  type AlertRule,
  type AlertRuleOrder,
  type AlertRuleUpdate,
  type QueryOf,
} from "../../lib/contract/index.ts";
import { token } from "./ids.ts";
import { alertRulesInScope, type RestrictionScope } from "./key-restrictions.ts";
import { readPage, slice, type Page } from "./listing.ts";
import { alertRules } from "./schema-alerts.ts";
import { customers, groups, locations } from "./schema.ts";
import { requesterName, type Requester } from "./service-state.ts";
import type { Db } from "./store.ts";

export type AlertRuleRow = typeof alertRules.$inferSelect;

/** A rule with the name of its target, and where that lies. */
export interface TargetedAlertRule extends AlertRuleRow {
  targetName: string;
  zone: string;
  groupId: string | null;
}

const withTarget = {
  ...getTableColumns(alertRules),
  groupName: groups.name,
  groupZone: groups.biddingZone,
  address: sql<string | null>`${locations.metadata} ->> 'address'`,
  locationZone: locations.biddingZone,
  customerGroupId: customers.groupId,
};

type JoinedRow = AlertRuleRow & {
  groupName: string | null;
  groupZone: string | null;
  address: string | null;
  locationZone: string | null;
  customerGroupId: string | null;
};

const toTargeted = (joined: JoinedRow): TargetedAlertRule => {
  const { groupName, groupZone, address, locationZone, customerGroupId, ...row } = joined;
  return {
    ...row,
    // A rule from before its kind had a threshold has the default of that.
    thresholds: { ...alertDefaults[row.kind], ...row.thresholds },
    targetName: groupName ?? address ?? row.targetId,
    zone: groupZone ?? locationZone ?? row.targetId,
    groupId: row.targetKind === "group" ? row.targetId : customerGroupId,
  };
};

const isAt = (kind: AlertRuleRow["targetKind"]) => eq(alertRules.targetKind, kind);

const selectRules = <T extends Record<string, SQL>>(db: Db, more: T) =>
  db
    .select({ ...withTarget, ...more })
    .from(alertRules)
    .leftJoin(groups, and(isAt("group"), eq(groups.id, alertRules.targetId)))
    .leftJoin(locations, and(isAt("location"), eq(locations.id, alertRules.targetId)))
    .leftJoin(customers, eq(customers.id, locations.customerId))
    .$dynamic();

/** A rule in the form of the contract. */
export const toAlertRule = (row: TargetedAlertRule): AlertRule => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  kind: row.kind,
  target: toAlertTarget(row),
  thresholds: row.thresholds,
  enabled: row.enabled,
  updated_by: requesterName({ key: row.updatedKey, actor: row.updatedActor }),
});

export const toAlertTarget = (row: TargetedAlertRule): AlertRule["target"] => ({
  kind: row.targetKind,
  id: row.targetId,
  name: row.targetName,
});

const isPresent = isNull(alertRules.deletedAt);

/** A rule that is not deleted. */
export async function readAlertRule(db: Db, id: string): Promise<TargetedAlertRule | null> {
  const [row] = await selectRules(db, {}).where(and(eq(alertRules.id, id), isPresent));
  return row ? toTargeted(row) : null;
}

/** The enabled rules, in order of creation. */
export async function readEnabledAlertRules(db: Db): Promise<TargetedAlertRule[]> {
  const rows = await selectRules(db, {})
    .where(and(eq(alertRules.enabled, true), isPresent))
    .orderBy(alertRules.seq);
  return rows.map(toTargeted);
}

/** A page of rules, oldest first. */
export async function listAlertRules(
  db: Db,
  query: QueryOf<"listAlertRules">,
  reach: RestrictionScope,
): Promise<Page<AlertRule>> {
  const page = await readPage<JoinedRow & { total: number }>(
    db,
    ["alert rules", query, reach],
    () => {
      const where = and(isPresent, alertRulesInScope(db, reach));
      const { limit, offset } = slice(query);
      return {
        count: db.select({ total: count() }).from(alertRules).where(where),
        rows: (total) =>
          selectRules(db, { total })
            .where(where)
            .orderBy(alertRules.seq)
            .limit(limit)
            .offset(offset) as never,
      };
    },
  );
  return { ...page, rows: page.rows.map((row) => toAlertRule(toTargeted(row))) };
}

/** Creates a rule. @returns its id */
export async function insertAlertRule(
  tx: Db,
  { kind, target, thresholds, enabled }: AlertRuleOrder,
  by: Requester,
  nowMs: number,
): Promise<string> {
  const id = `alr_${token(nowMs)}`;
  await tx.insert(alertRules).values({
    id,
    createdAt: new Date(nowMs),
    updatedAt: new Date(nowMs),
    kind,
    targetKind: target.kind,
    targetId: target.id,
    thresholds: { ...alertDefaults[kind], ...thresholds },
    enabled,
    updatedKey: by.key,
    updatedActor: by.actor,
  });
  return id;
}

/** Changes the given fields of a rule. */
export const changeAlertRule = async (
  tx: Db,
  { id, thresholds: before }: AlertRuleRow,
  { thresholds, enabled }: AlertRuleUpdate,
  by: Requester,
  nowMs: number,
): Promise<void> =>
  void (await tx
    .update(alertRules)
    .set({
      ...(thresholds && { thresholds: { ...before, ...thresholds } }),
      ...(enabled !== undefined && { enabled }),
      updatedAt: new Date(nowMs),
      updatedKey: by.key,
      updatedActor: by.actor,
    })
    .where(eq(alertRules.id, id)));

/** Deletes a rule; its row stays for its alerts. */
export const removeAlertRule = async (tx: Db, id: string, nowMs: number): Promise<void> =>
  void (await tx
    .update(alertRules)
    .set({ deletedAt: new Date(nowMs), enabled: false })
    .where(eq(alertRules.id, id)));

/** Locks a rule until the transaction ends; null if it was deleted. */
export async function lockAlertRule(tx: Db, id: string): Promise<AlertRuleRow | null> {
  const [row] = await tx
    .select()
    .from(alertRules)
    .where(and(eq(alertRules.id, id), isPresent))
    .for("update");
  return row ?? null;
}

/** Whether a location exists. */
export const hasLocation = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(locations, and(eq(locations.id, id), isNull(locations.deletedAt)))) > 0;
