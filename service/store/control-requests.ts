import { and, count, desc, eq, getTableColumns, gt, lte, type SQL } from "drizzle-orm";
import type {
  ApprovalRequestState,
  ControlType,
  ApprovalRequest,
  QueryOf,
} from "../../lib/contract/index.ts";
import { getApprovalState } from "../../lib/controls/control-state.ts";
import { requesterName, type Requester } from "./service-state.ts";
import { readPage, slice, type Page } from "./listing.ts";
import { requestsInScope, type RestrictionScope } from "./key-restrictions.ts";
import { controlRequests } from "./schema-guard.ts";
import type { Db } from "./store.ts";

export type RequestRow = typeof controlRequests.$inferSelect;

/** The state of a stored request at a moment; see `getApprovalState`. */
export const requestState = (
  { state, expiresAt }: Pick<RequestRow, "state" | "expiresAt">,
  nowMs: number,
): ApprovalRequestState => getApprovalState({ state, expires_at: expiresAt }, nowMs);

const decider = ({ decidedKey, decidedActor }: RequestRow) =>
  decidedKey === null ? null : requesterName({ key: decidedKey, actor: decidedActor });

/** A request in the form of the contract. */
export const toApprovalRequest = (row: RequestRow, nowMs: number): ApprovalRequest => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  state: requestState(row, nowMs),
  target: { kind: row.targetKind, id: row.targetId, name: row.targetName },
  type: row.type as ControlType,
  reason: row.reason,
  time_from: row.timeFrom.toISOString(),
  time_to: row.timeTo.toISOString(),
  results: row.results,
  locations: row.locations,
  devices: row.devices,
  energy_kwh: row.energyKwh,
  change_kw: row.changeKw,
  needs: row.needs,
  requested_by: requesterName({ key: row.requestedKey, actor: row.requestedActor }),
  decided_by: decider(row),
  decided_at: row.decidedAt?.toISOString() ?? null,
  control_id: row.controlId,
  replaces: row.replaces,
});

export async function insertRequest(
  tx: Db,
  values: typeof controlRequests.$inferInsert,
): Promise<RequestRow> {
  const [row] = await tx.insert(controlRequests).values(values).returning();
  return row!;
}

export async function readRequest(db: Db, id: string): Promise<RequestRow | null> {
  const [row] = await db.select().from(controlRequests).where(eq(controlRequests.id, id));
  return row ?? null;
}

/** Records a decision on a pending request; an approval includes the control it issued. */
export async function decideRequest(
  tx: Db,
  id: string,
  by: Requester,
  decision: { state: "approved"; controlId: string } | { state: "rejected" },
  nowMs: number,
): Promise<RequestRow> {
  const decided = { decidedAt: new Date(nowMs), decidedKey: by.key, decidedActor: by.actor };
  const [row] = await tx
    .update(controlRequests)
    .set({ ...decision, ...decided })
    .where(eq(controlRequests.id, id))
    .returning();
  return row!;
}

function inState(state: ApprovalRequestState | undefined, now: Date): SQL | undefined {
  if (state === undefined) return undefined;
  const stored = eq(controlRequests.state, state === "expired" ? "pending" : state);
  if (state === "pending") return and(stored, gt(controlRequests.expiresAt, now));
  return state === "expired" ? and(stored, lte(controlRequests.expiresAt, now)) : stored;
}

/** A page of requests, newest first. */
export async function listRequests(
  db: Db,
  query: QueryOf<"listControlRequests">,
  reach: RestrictionScope,
  nowMs: number,
): Promise<Page<ApprovalRequest>> {
  const page = await readPage(db, ["control requests", query, reach, query.state && nowMs], () => {
    const where = and(inState(query.state, new Date(nowMs)), requestsInScope(db, reach));
    const { limit, offset } = slice(query);
    return {
      count: db.select({ total: count() }).from(controlRequests).where(where),
      rows: (total) =>
        db
          .select({ ...getTableColumns(controlRequests), total })
          .from(controlRequests)
          .where(where)
          .orderBy(desc(controlRequests.seq))
          .limit(limit)
          .offset(offset),
    };
  });
  return { ...page, rows: page.rows.map((row) => toApprovalRequest(row, nowMs)) };
}
