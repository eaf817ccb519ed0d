import type { ControlOrder, ControlTarget, PendingControl } from "../../lib/contract/index.ts";
import { energyKwh } from "../engine/control.ts";
import { floorMinute, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { largestChangeKw } from "../engine/limits.ts";
import { computeControl, type Outcome } from "../planning/control.ts";
import { issueControl } from "../planning/issue.ts";
import { askerName, type Asker } from "../store/control-pause.ts";
import {
  decideRequest,
  insertRequest,
  listRequests,
  readRequest,
  requestState,
  toPendingControl,
  type RequestRow,
} from "../store/control-requests.ts";
import { lockAcceptance } from "../store/controls.ts";
import { token } from "../store/ids.ts";
import type { Db } from "../store/store.ts";
import { draftOf } from "./issue-control.ts";
import type { AcceptanceQueue } from "./control-queue.ts";
import {
  admit,
  askerOf,
  conflict,
  reasonsOf,
  refusePaused,
  type Sent,
} from "./admission-checks.ts";
import type { Change, Changed } from "./idempotency.ts";
import type { Deps } from "./deps.ts";
import { Listed, type Handlers } from "./register-operations.ts";
import { unknown } from "./problems.ts";

/**
 * Records a control that waits for a second person, with what it would do now. Nothing is sent. It
 * expires after a while, and with its window.
 */
export async function requestControl(
  deps: Deps,
  queue: AcceptanceQueue,
  asked: Asked,
  findTarget: () => ControlTarget | Promise<ControlTarget>,
): Promise<Changed<PendingControl>> {
  const target = await findTarget();
  return queue.run(() =>
    asked.change(async (tx) => {
      await lockAcceptance(tx);
      await refusePaused(tx);
      const nowMs = deps.now();
      const draft = draftOf(deps, target, asked.order, nowMs);
      const { results, effects, devices } = await computeControl(tx, draft, nowMs);
      const by = askerOf(asked);
      const latest = nowMs + deps.controlLimits.requestMinutes * MINUTE_MS;
      const row = await insertRequest(tx, {
        id: `creq_${token(nowMs)}`,
        createdAt: new Date(nowMs),
        expiresAt: new Date(Math.min(latest, draft.toMs)),
        targetKind: target.kind,
        targetId: target.id,
        targetName: target.name,
        type: draft.type,
        reason: asked.headers["Control-Reason"] ?? null,
        timeFrom: new Date(draft.fromMs),
        timeTo: new Date(draft.toMs),
        results,
        locations: effects.length,
        devices,
        energyKwh: energyKwh(results),
        changeKw: largestChangeKw(results),
        needs: await reasonsOf(deps, tx, target, results),
        requestedKey: by.key,
        requestedActor: by.actor,
      });
      return toPendingControl(row, nowMs);
    }),
  );
}

/** Whether two askers are different people: other names, or where either has none, other keys. */
const isAnother = (one: Asker, other: Asker) =>
  one.actor !== null && other.actor !== null
    ? one.actor.toLowerCase() !== other.actor.toLowerCase()
    : one.key !== other.key;

const requester = ({ requestedKey, requestedActor }: RequestRow): Asker => ({
  key: requestedKey,
  actor: requestedActor,
});

function refuseUndecidable(row: RequestRow, nowMs: number): void {
  const state = requestState(row, nowMs);
  if (state === "pending") return;
  if (state === "expired")
    throw conflict(
      "request-expired",
      `This request expired at ${row.expiresAt.toISOString()}; nothing was issued. Request it anew.`,
    );
  throw conflict("request-decided", `This request was ${state} before.`);
}

/** By how much a change may have grown since it was shown: forecasts move, and small ones more so. */
const GROWN_TIMES = 2;
const GROWN_KW = 1;

/** @throws ApiProblem 409 where it would now do more than whoever approves was shown. */
async function refuseOutgrown(shown: RequestRow, now: Outcome): Promise<void> {
  const reachesMore = now.effects.length > shown.locations || now.devices > shown.devices;
  const mostKw = shown.changeKw * GROWN_TIMES + GROWN_KW;
  if (!reachesMore && largestChangeKw(now.results) <= mostKw) return;
  throw conflict(
    "request-outgrown",
    "This would reach more, or change far more, than was shown when it was requested; nothing was issued. Request it anew.",
  );
}

/**
 * Approves as another person: issues the control with what is left of its window, in the same
 * transaction. Approved before, it is answered as it is.
 */
async function approve(deps: Deps, tx: Db, id: string, by: Asker): Promise<RequestRow> {
  const row = await readRequest(tx, id);
  if (!row) throw unknown("control request");
  if (!isAnother(requester(row), by))
    throw conflict(
      "second-person",
      `${askerName(by)} requested this control; another person, or another API key, must approve it.`,
    );
  if (row.state === "approved") return row;
  const nowMs = deps.now();
  refuseUndecidable(row, nowMs);
  const target = { kind: row.targetKind, id: row.targetId, name: row.targetName };
  await admit(deps, tx, target);
  const fromMs = Math.max(row.timeFrom.getTime(), floorMinute(nowMs));
  const type = row.type as PendingControl["type"];
  const draft = { type, target, fromMs, toMs: row.timeTo.getTime() };
  const { id: controlId } = await issueControl(tx, draft, row.reason, nowMs, (outcome) =>
    refuseOutgrown(row, outcome),
  );
  return decideRequest(tx, id, by, { state: "approved", controlId }, nowMs);
}

/** Rejects, or withdraws one's own. Rejected before, it is answered as it is. */
async function reject(deps: Deps, tx: Db, id: string, by: Asker): Promise<RequestRow> {
  const row = await readRequest(tx, id);
  if (!row) throw unknown("control request");
  if (row.state === "rejected") return row;
  refuseUndecidable(row, deps.now());
  return decideRequest(tx, id, by, { state: "rejected" }, deps.now());
}

interface Decision extends Sent {
  params: { request_id: string };
  change: Change<PendingControl>;
}

/** What a control is asked for with: its order, and the transaction its answer is kept in. */
interface Asked extends Sent {
  order: ControlOrder;
  change: Change<PendingControl>;
}

/** Requests are decided one at a time, in the order of acceptance. */
export const controlRequests = (
  deps: Deps,
  queue: AcceptanceQueue,
): Handlers<
  "listControlRequests" | "getControlRequest" | "approveControlRequest" | "rejectControlRequest"
> => {
  const decided =
    (decide: typeof approve) =>
    async ({ change, ...sent }: Decision): Promise<Changed<PendingControl>> => {
      const answer = await queue.run(() =>
        change(async (tx) => {
          await lockAcceptance(tx);
          const row = await decide(deps, tx, sent.params.request_id, askerOf(sent));
          return toPendingControl(row, deps.now());
        }),
      );
      deps.somethingDue();
      return answer;
    };
  return {
    listControlRequests: async ({ query, reach }) => {
      const { rows, total } = await listRequests(deps.db, query, reach, deps.now());
      return new Listed({ data: rows }, total);
    },
    getControlRequest: async ({ params }) => {
      const row = await readRequest(deps.db, params.request_id);
      if (!row) throw unknown("control request");
      return toPendingControl(row, deps.now());
    },
    approveControlRequest: decided(approve),
    rejectControlRequest: decided(reject),
  };
};
