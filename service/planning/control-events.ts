import type { ControlTarget } from "../../lib/contract/index.ts";
import { readControlRow, toSummary, toTarget, type ControlRow } from "../store/control-list.ts";
import { toApprovalRequest, type RequestRow } from "../store/control-requests.ts";
import { getGroup } from "../store/groups.ts";
import { insertDecision, type NewDecision, type TargetedRule } from "../store/rules.ts";
import type { Db } from "../store/store.ts";
import { enqueueEvents, isSubscribed, type NewEvent } from "../store/webhook-queue.ts";
import { readDelivery } from "./delivery-report.ts";

/** The events of a control, in the order in which they happen. */
export type ControlEventType = Extract<NewEvent["type"], `curtail.control.${string}`>;

/** The bidding zone and the group of a target, by which webhooks are filtered. */
async function getArea(db: Db, { kind, id }: ControlTarget) {
  if (kind === "bidding_zone") return { zone: id, groupId: null };
  const group = await getGroup(db, id);
  return { zone: group?.bidding_zone ?? "", groupId: id };
}

/** When an event of a control happened. */
function getTimeMs(type: ControlEventType, row: ControlRow, nowMs: number): number {
  if (type === "curtail.control.started") return row.timeFrom.getTime();
  return type === "curtail.control.ended" ? row.stopAt.getTime() : nowMs;
}

/** Enqueues events of a control in the transaction that brings them about, in the given order. */
export async function enqueueControlEvents(
  tx: Db,
  controlId: string,
  types: readonly ControlEventType[],
  nowMs: number,
): Promise<void> {
  if (types.length === 0 || !(await isSubscribed(tx, types))) return;
  const row = (await readControlRow(tx, controlId))!;
  const area = await getArea(tx, toTarget(row));
  const events: NewEvent[] = [];
  for (const type of types) {
    const timeMs = getTimeMs(type, row, nowMs);
    const summary = toSummary(row, Math.max(timeMs, nowMs));
    const data = type === "curtail.control.delivered" ? await toDelivered(tx, row, nowMs) : summary;
    events.push({ type, timeMs, subject: row.id, ...area, data });
  }
  await enqueueEvents(tx, events, nowMs);
}

async function toDelivered(tx: Db, row: ControlRow, nowMs: number) {
  const { planned_kwh, delivered_kwh, delivered_share, uncertainty_kwh, devices } =
    await readDelivery(tx, row, nowMs);
  const delivery = { planned_kwh, delivered_kwh, delivered_share, uncertainty_kwh, devices };
  return { ...toSummary(row, nowMs), delivery };
}

/** Enqueues that an approval was requested or decided, in its transaction. */
export async function enqueueApprovalEvent(
  tx: Db,
  type: "curtail.approval.requested" | "curtail.approval.decided",
  row: RequestRow,
  nowMs: number,
): Promise<void> {
  if (!(await isSubscribed(tx, [type]))) return;
  const { results: _, ...data } = toApprovalRequest(row, nowMs);
  const area = await getArea(tx, data.target);
  await enqueueEvents(tx, [{ type, timeMs: nowMs, subject: row.id, ...area, data }], nowMs);
}

/** The outcomes of a decision that are advice to act, or say that the rule acted on it. */
const ADVISED: ReadonlySet<NewDecision["outcome"]> = new Set<NewDecision["outcome"]>([
  "suggested",
  "waiting",
  "requested",
  "issued",
]);

/** Records a decision of a rule, and enqueues it as advice if its window is worth a control. */
export async function recordDecision(
  tx: Db,
  rule: TargetedRule,
  decision: NewDecision,
): Promise<void> {
  const id = await insertDecision(tx, decision);
  if (!ADVISED.has(decision.outcome)) return;
  const timeMs = decision.time.getTime();
  const { targetKind: kind, targetId, targetName: name } = rule;
  await enqueueEvents(
    tx,
    [
      {
        type: "curtail.price.advice",
        timeMs,
        subject: rule.id,
        zone: rule.zone,
        groupId: kind === "group" ? targetId : null,
        data: {
          id,
          time: decision.time.toISOString(),
          outcome: decision.outcome,
          rule: { id: rule.id, name: rule.name, action: rule.action },
          target: { kind, id: targetId, name },
          type: decision.type ?? null,
          time_from: decision.timeFrom.toISOString(),
          time_to: decision.timeTo.toISOString(),
          volume_kwh: decision.volumeKwh,
          gain_eur: decision.gainEur ?? null,
          customers_eur: decision.customersEur ?? null,
          control_id: decision.controlId ?? null,
          request_id: decision.requestId ?? null,
        },
      },
    ],
    timeMs,
  );
}
