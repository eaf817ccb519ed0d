import { and, eq, gt, inArray, lte, or, type SQL } from "drizzle-orm";
import type { ApprovalRequest, ControlTarget, ControlType } from "../../lib/contract/index.ts";
import type { TargetedAlertRule } from "./alert-rules.ts";
import { toTarget } from "./control-list.ts";
import { summaryColumns } from "./control-query.ts";
import { toApprovalRequest } from "./control-requests.ts";
import { controls } from "./schema-controls.ts";
import { controlRequests } from "./schema-guard.ts";
import { groups } from "./schema.ts";
import type { Db } from "./store.ts";

/** Whether the target of a control or request lies in the target of a rule. */
function isWithin(
  db: Db,
  { targetKind: kind, targetId: id }: TargetedAlertRule,
  { targetKind, targetId }: typeof controls | typeof controlRequests,
): SQL | undefined {
  const isOfGroup = eq(targetKind as never, "group");
  if (kind === "group") return and(isOfGroup, eq(targetId as never, id));
  const inZone = db.select({ id: groups.id }).from(groups).where(eq(groups.biddingZone, id));
  return or(
    and(eq(targetKind as never, "bidding_zone"), eq(targetId as never, id)),
    and(isOfGroup, inArray(targetId as never, inZone)),
  );
}

/** A control with what an alert says of it. */
interface RecentControl {
  id: string;
  type: ControlType;
  target: ControlTarget;
}

/** The controls of a rule's target that run, or stopped less than `endedMs` ago. */
export async function listRecentControls(
  db: Db,
  rule: TargetedAlertRule,
  { asOfMs, endedMs }: { asOfMs: number; endedMs: number },
): Promise<RecentControl[]> {
  const rows = await db
    .select(summaryColumns)
    .from(controls)
    .where(
      and(
        isWithin(db, rule, controls),
        lte(controls.timeFrom, new Date(asOfMs)),
        gt(controls.stopAt, new Date(asOfMs - endedMs)),
      ),
    )
    .orderBy(controls.seq);
  return rows.map((row) => ({
    id: row.id,
    type: row.type as ControlType,
    target: toTarget(row),
  }));
}

/** The requests of a rule's target that have waited for `waitedMs`. */
export async function listWaitingRequests(
  db: Db,
  rule: TargetedAlertRule,
  { nowMs, waitedMs }: { nowMs: number; waitedMs: number },
): Promise<ApprovalRequest[]> {
  const rows = await db
    .select()
    .from(controlRequests)
    .where(
      and(
        isWithin(db, rule, controlRequests),
        eq(controlRequests.state, "pending"),
        lte(controlRequests.createdAt, new Date(nowMs - waitedMs)),
        gt(controlRequests.expiresAt, new Date(nowMs)),
      ),
    )
    .orderBy(controlRequests.seq);
  return rows.map((row) => toApprovalRequest(row, nowMs));
}
