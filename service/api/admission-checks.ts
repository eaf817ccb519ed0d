import type {
  ApprovalReason,
  ControlEffect,
  ControlTarget,
  HeadersOf,
} from "../../lib/contract/index.ts";
import { approvalReasons, largestChangeKw, largestTogetherKw } from "../engine/limits.ts";
import { getTargetZone } from "../planning/zone-injection.ts";
import { readPause, type Requester } from "../store/service-state.ts";
import { ratedPowerKw, readUnapprovedChanges, zoneControlFitsAt } from "../store/limits.ts";
import type { AcceptanceScope } from "../store/acceptance-locks.ts";
import type { Db } from "../store/store.ts";
import type { Deps } from "./deps.ts";
import { ApiProblem } from "./problems.ts";

/** The API key of a request, its permissions and its headers. */
export interface RequestMeta {
  caller: string;
  scopes: readonly string[];
  headers: HeadersOf;
}

/**
 * The requester of a control. A key that may manage keys is told apart by the actor name it sends:
 * it could create a second key and act as two people. Any other key is one requester, whatever name
 * it sends.
 */
export const getRequester = ({ caller, scopes, headers }: RequestMeta): Requester => ({
  key: caller,
  actor: (scopes.includes("keys") && headers["Control-Actor"]?.trim()) || null,
});

/** A 409 problem with a stable code and its details. */
export const conflict = (
  code: string,
  detail: string,
  errors?: { detail: string; code: string; values?: Record<string, string | number> }[],
  headers: Record<string, string> = {},
) =>
  new ApiProblem(
    "conflict",
    detail,
    errors?.map((error) => ({ pointer: "#", ...error })),
    headers,
    code,
  );

/**
 * Call it under the acceptance lock. @throws ApiProblem 409 `paused` with who paused, when and why.
 */
export async function assertNotPaused(tx: Db): Promise<void> {
  const { paused, by, since, reason } = await readPause(tx);
  if (!paused) return;
  const pauseValues = { by: by!, since: since!, reason: reason! };
  throw conflict(
    "paused",
    `Controls are paused by ${by} since ${since}: ${reason}. Nothing was recorded. Try again once controls are resumed.`,
    [
      {
        detail: `paused by ${by} since ${since}: ${reason}`,
        code: "paused-by",
        values: pauseValues,
      },
    ],
  );
}

/**
 * Call it under the acceptance lock, so that concurrent controls cannot exceed the limit.
 * @throws ApiProblem 409 `zone-limit` when a bidding zone has reached its hourly limit
 */
export async function assertWithinQuota(deps: Deps, tx: Db, target: ControlTarget): Promise<void> {
  const { zonePerHour } = deps.controlLimits;
  if (target.kind !== "bidding_zone" || zonePerHour === null) return;
  const nowMs = deps.now();
  const fitsAt = await zoneControlFitsAt(tx, target.id, zonePerHour, nowMs);
  if (fitsAt === null) return;
  const from = new Date(fitsAt).toISOString();
  const detail = `exceeds the limit of ${zonePerHour} controls of a whole bidding zone per hour`;
  throw conflict(
    "zone-limit",
    `This ${detail}. The next is possible from ${from}; group controls are not counted.`,
    [
      {
        detail,
        code: "zone-per-hour",
        values: { limit: zonePerHour, requested: zonePerHour + 1, from },
      },
    ],
    { "Retry-After": String(Math.ceil((fitsAt - nowMs) / 1000)) },
  );
}

/** The reasons why a control with these results needs approval; empty when it needs none. */
export async function getApprovalReasons(
  { controlLimits }: Deps,
  db: Db,
  target: ControlTarget,
  results: readonly ControlEffect[],
): Promise<ApprovalReason[]> {
  const { maxKw, maxShare } = controlLimits;
  const changeKw = largestChangeKw(results);
  const [first, last] = [results[0], results.at(-1)];
  if ((maxKw === null && maxShare === null) || !first || !last)
    return approvalReasons(controlLimits, target, changeKw, null);
  const zone = await getTargetZone(db, target);
  const window = { from: new Date(first.time_from), to: new Date(last.time_to) };
  const togetherKw = largestTogetherKw(results, await readUnapprovedChanges(db, zone, window));
  const ratedKw = maxShare === null ? null : await ratedPowerKw(db, zone);
  return approvalReasons(controlLimits, target, changeKw, ratedKw, togetherKw);
}

/**
 * What a control of this target excludes from being accepted at the same time: controls that may share
 * locations, and all of the zone where a limit counts them together.
 */
export async function getAcceptanceScope(
  { controlLimits: { maxKw, maxShare } }: Pick<Deps, "controlLimits">,
  db: Db,
  target: ControlTarget,
): Promise<AcceptanceScope> {
  const zone = await getTargetZone(db, target);
  const isAlone = target.kind === "bidding_zone" || maxKw !== null || maxShare !== null;
  return { zone, groupId: isAlone ? null : target.id };
}

/**
 * @throws ApiProblem 409 `approval-needed` with each exceeded limit, the requested value, and how
 * to request approval.
 */
export async function assertApproved(
  deps: Deps,
  tx: Db,
  target: ControlTarget,
  results: readonly ControlEffect[],
): Promise<void> {
  const reasons = await getApprovalReasons(deps, tx, target, results);
  if (reasons.length === 0) return;
  const reasonDetails = reasons.map(({ detail }) => detail).join("; ");
  throw conflict(
    "approval-needed",
    `This ${reasonDetails}. Nothing was recorded. Send it to the same path with /request appended, for another operator to approve.`,
    reasons,
  );
}
