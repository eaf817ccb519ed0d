import type { ControlTarget, ApprovalRequest } from "../../lib/contract/index.ts";
import { energyKwh } from "../engine/control.ts";
import { floorMinute, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { largestChangeKw } from "../engine/limits.ts";
import { planControl, type Draft, type Outcome } from "../planning/control.ts";
import { enqueueApprovalEvent } from "../planning/control-events.ts";
import { planNewControl, recordControl } from "../planning/record-control.ts";
import { requesterName, type Requester } from "../store/service-state.ts";
import {
  decideRequest,
  insertRequest,
  listRequests,
  readRequest,
  requestState,
  toApprovalRequest,
  type RequestRow,
} from "../store/control-requests.ts";
import { readRuleEditors, ruleOfCaller } from "../store/rules.ts";
import { lockAcceptance, lockStopping, placeInOrder } from "../store/acceptance-locks.ts";
import { toTarget } from "../store/control-list.ts";
import { token } from "../store/ids.ts";
import type { Db } from "../store/store.ts";
import { validateDraft, type ControlInput } from "./issue-control.ts";
import type { ControlQueue } from "./control-queue.ts";
import {
  getRequester,
  conflict,
  getApprovalReasons,
  assertNotPaused,
  assertWithinQuota,
  getAcceptanceScope,
  type RequestMeta,
} from "./admission-checks.ts";
import { stopControl, withReplaced } from "./stop-control.ts";
import type { Change, MutationResult } from "./idempotency.ts";
import type { Deps, PlanningDeps } from "./deps.ts";
import { PagedResult, type Handlers } from "./register-operations.ts";
import { unknown } from "./problems.ts";

/**
 * Stores a control that awaits approval, with its current plan. Nothing is dispatched. The request
 * expires after the configured time, or at the end of its window.
 */
export async function requestControl(
  deps: PlanningDeps,
  queue: ControlQueue,
  target: ControlTarget,
  input: ControlInput<ApprovalRequest>,
): Promise<MutationResult<ApprovalRequest>> {
  const scope = await getAcceptanceScope(deps, deps.db, target);
  const endTurn = await queue.enter(scope);
  try {
    return await input.change(async (tx) => {
      await lockAcceptance(tx, scope);
      await assertNotPaused(tx);
      const nowMs = deps.now();
      const requested = validateDraft(deps, target, input.order, nowMs);
      const draft = await withReplaced(tx, requested, input.headers["Control-Replaces"], nowMs);
      const plan = await planControl(tx, deps.fleet, draft, nowMs);
      const needs = await getApprovalReasons(deps, tx, target, plan.results);
      return recordRequest(deps, tx, draft, { ...plan, needs }, input, nowMs);
    });
  } finally {
    endTurn();
  }
}

async function recordRequest(
  deps: Deps,
  tx: Db,
  { target, type, fromMs, toMs, replaces }: Draft,
  { results, locations, devices, needs }: Outcome & Pick<ApprovalRequest, "needs">,
  input: ControlInput<ApprovalRequest>,
  nowMs: number,
): Promise<ApprovalRequest> {
  const by = getRequester(input);
  const latest = nowMs + deps.controlLimits.requestMinutes * MINUTE_MS;
  const row = await insertRequest(tx, {
    id: `creq_${token(nowMs)}`,
    createdAt: new Date(nowMs),
    expiresAt: new Date(Math.min(latest, toMs)),
    targetKind: target.kind,
    targetId: target.id,
    targetName: target.name,
    type,
    reason: input.headers["Control-Reason"] ?? null,
    timeFrom: new Date(fromMs),
    timeTo: new Date(toMs),
    results,
    locations,
    devices,
    energyKwh: energyKwh(results),
    changeKw: largestChangeKw(results),
    needs,
    requestedKey: by.key,
    requestedActor: by.actor,
    replaces: replaces ?? null,
  });
  await enqueueApprovalEvent(tx, "curtail.approval.requested", row, nowMs);
  return toApprovalRequest(row, nowMs);
}

/**
 * Whether two requesters are different people: they differ in name, or in key where one has no
 * name.
 */
const isAnother = (one: Requester, other: Requester) =>
  one.actor !== null && other.actor !== null
    ? one.actor.toLowerCase() !== other.actor.toLowerCase()
    : one.key !== other.key;

const requester = ({ requestedKey, requestedActor }: RequestRow): Requester => ({
  key: requestedKey,
  actor: requestedActor,
});

/**
 * @throws ApiProblem 409 if a person approves their own request, or that of a rule which they
 * created or changed last
 */
async function assertAnother(tx: Db, row: RequestRow, by: Requester): Promise<void> {
  const ruleId = ruleOfCaller(row.requestedKey);
  if (ruleId !== null) {
    const editors = await readRuleEditors(tx, ruleId);
    if (editors.every((editor) => isAnother(editor, by))) return;
    throw conflict(
      "second-person",
      `${requesterName(by)} created or changed the rule that requested this control; another operator, or another API key, must approve it.`,
    );
  }
  if (isAnother(requester(row), by)) return;
  throw conflict(
    "second-person",
    `${requesterName(by)} requested this control; another operator, or another API key, must approve it.`,
  );
}

function assertUndecided(row: RequestRow, nowMs: number): void {
  const state = requestState(row, nowMs);
  if (state === "pending") return;
  if (state === "expired")
    throw conflict(
      "request-expired",
      `This request expired at ${row.expiresAt.toISOString()}; nothing was issued. Submit a new request.`,
    );
  throw conflict("request-decided", `This request is already ${state}.`);
}

/**
 * The growth since the preview that an approval still accepts: forecasts change, and small values
 * change more in proportion.
 */
const GROWN_TIMES = 2;
const GROWN_KW = 1;

/**
 * @throws ApiProblem 409 if the control would change more than the preview shown to the approver.
 */
function assertNotOutgrown(previewed: RequestRow, now: Outcome): void {
  const reachesMore = now.locations > previewed.locations || now.devices > previewed.devices;
  const maxKw = previewed.changeKw * GROWN_TIMES + GROWN_KW;
  if (!reachesMore && largestChangeKw(now.results) <= maxKw) return;
  throw conflict(
    "request-outgrown",
    "This would now address more, or change far more, than previewed. Nothing was issued; submit a new request.",
  );
}

/**
 * Approves as a different person: issues the control for the rest of its window, and cancels the one
 * that it replaces, in the same transaction. A request that was approved before is returned unchanged.
 */
async function approve(deps: PlanningDeps, tx: Db, id: string, by: Requester): Promise<RequestRow> {
  const row = await readRequest(tx, id);
  if (!row) throw unknown("control request");
  await assertAnother(tx, row, by);
  if (row.state === "approved") return row;
  const nowMs = deps.now();
  assertUndecided(row, nowMs);
  const target = toTarget(row);
  await assertNotPaused(tx);
  await assertWithinQuota(deps, tx, target);
  const fromMs = Math.max(row.timeFrom.getTime(), floorMinute(nowMs));
  const type = row.type as ApprovalRequest["type"];
  const requested = { type, target, fromMs, toMs: row.timeTo.getTime() };
  const replaces = row.replaces ?? undefined;
  const draft = await withReplaced(tx, requested, replaces, nowMs);
  const plan = await planNewControl(tx, deps.fleet, draft, nowMs);
  assertNotOutgrown(row, plan);
  const { id: controlId } = await recordControl(
    tx,
    requested,
    plan,
    { reason: row.reason, issuedBy: requester(row) },
    nowMs,
  );
  if (replaces !== undefined) await stopControl(tx, deps.fleet, replaces, nowMs);
  const decided = await decideRequest(tx, id, by, { state: "approved", controlId }, nowMs);
  await enqueueApprovalEvent(tx, "curtail.approval.decided", decided, nowMs);
  await placeInOrder(tx, controlId);
  return decided;
}

/**
 * Rejects a request, or withdraws one's own. A request that was rejected before is returned
 * unchanged.
 */
async function reject(deps: Deps, tx: Db, id: string, by: Requester): Promise<RequestRow> {
  const row = await readRequest(tx, id);
  if (!row) throw unknown("control request");
  if (row.state === "rejected") return row;
  const nowMs = deps.now();
  assertUndecided(row, nowMs);
  const decided = await decideRequest(tx, id, by, { state: "rejected" }, nowMs);
  await enqueueApprovalEvent(tx, "curtail.approval.decided", decided, nowMs);
  return decided;
}

interface Decision extends RequestMeta {
  params: { request_id: string };
  change: Change<ApprovalRequest>;
}

/** Decides one request at a time, in the control queue. */
export const controlDecisions = (
  deps: PlanningDeps,
  queue: ControlQueue,
): Handlers<"approveControlRequest" | "rejectControlRequest"> => {
  const decided =
    (decide: typeof approve) =>
    async ({ change, ...sent }: Decision): Promise<MutationResult<ApprovalRequest>> => {
      const id = sent.params.request_id;
      const pending = await readRequest(deps.db, id);
      if (!pending) throw unknown("control request");
      const scope = await getAcceptanceScope(deps, deps.db, toTarget(pending));
      const endTurn = await queue.enter(scope);
      try {
        const answer = await change(async (tx) => {
          await lockStopping(tx, scope, pending.replaces);
          const row = await decide(deps, tx, id, getRequester(sent));
          return toApprovalRequest(row, deps.now());
        });
        deps.requestDispatch();
        return answer;
      } finally {
        endTurn();
      }
    };
  return {
    approveControlRequest: decided(approve),
    rejectControlRequest: decided(reject),
  };
};

export const controlRequests = (
  deps: Deps,
): Handlers<"listControlRequests" | "getControlRequest"> => ({
  listControlRequests: async ({ query, reach }) => {
    const { rows, total } = await listRequests(deps.db, query, reach, deps.now());
    return new PagedResult({ data: rows }, total);
  },
  getControlRequest: async ({ params }) => {
    const row = await readRequest(deps.db, params.request_id);
    if (!row) throw unknown("control request");
    return toApprovalRequest(row, deps.now());
  },
});
