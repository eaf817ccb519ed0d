import { getErrorReason, log } from "../context/log.ts";
import { readAuditHead } from "../db/audit-trail.ts";
import {
  clearRetries,
  findControlsOfOthers,
  listDueCalls,
  MAX_AGE_MS,
  scheduleRetry,
  type UnresolvedCall,
  withLeaderLock,
} from "../db/unresolved-calls.ts";
import { randomUUID } from "node:crypto";
import { operations, type OperationId } from "../../contract/index.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { recordFinding } from "../db/audit.ts";
import { parseAuditTarget } from "../audit/audit-target.ts";
import { clearDeletedCustomer } from "../db/deleted-customer.ts";
import { findOutcome, MAX_ARRIVAL_MS, type Finding } from "./search.ts";

/** After this many lookups, about a day, an outcome counts as unknowable. */
export const MAX_TRIES = 150;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 10 * 60_000;

/** The wait before the next lookup in milliseconds; it doubles. */
export const getRetryDelayMs = (tries: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(tries - 1, 20), MAX_RETRY_MS);

/**
 * Looks up the outcome of each unresolved call and records it; in one instance at a time. It only
 * reads at the service: nothing is sent again.
 */
export const reconcile = (deps: PortalDeps, backMs = MAX_AGE_MS): Promise<boolean> =>
  withLeaderLock(deps.db, async (confirmLock) => {
    for (const call of await listDueCalls(deps.db, deps.now(), backMs)) {
      await resolve(deps, call, confirmLock);
    }
  });

async function resolve(
  deps: PortalDeps,
  { intent, tries }: UnresolvedCall,
  confirmLock: () => Promise<unknown>,
): Promise<void> {
  const { db, client, now } = deps;
  const found = await tryResolve(deps, intent);
  await confirmLock();
  const newTries = tries + 1;
  if (!found && newTries < MAX_TRIES) {
    return scheduleRetry(db, intent, newTries, getNextTry(intent, newTries, now().getTime()));
  }
  const { controlId, ...finding } = found ?? ({ result: "cannot-be-known" } as Finding);
  const made = controlId && intent.operation !== "cancelControl" && `control_id=${controlId}`;
  const target = [intent.target, made].filter(Boolean).join(" ");
  const { customer_id: customerId } = parseAuditTarget(intent.target);
  // Before the finding is recorded: if this fails, the next lookup repeats it.
  if (intent.operation === "deleteCustomer" && finding.result === "took-effect" && customerId)
    await clearDeletedCustomer({ db, service: client.service }, customerId, now());
  await recordFinding(db, intent, { ...finding, status: null, target: target || null, at: now() });
  await clearRetries(db, intent);
  log.info({ requestId: intent.requestId, result: finding.result }, "Resolved an unresolved call");
}

/** The time of the next lookup; one is due just when a missing control cannot appear any more. */
function getNextTry({ at }: UnresolvedCall["intent"], attempts: number, nowMs: number): Date {
  const next = nowMs + getRetryDelayMs(attempts);
  const settled = at.getTime() + MAX_ARRIVAL_MS + 1;
  return new Date(nowMs < settled ? Math.min(next, settled) : next);
}

/** The finding; null if the outcome is not known yet or the service cannot be read. */
async function tryResolve(
  { client, db, now }: PortalDeps,
  intent: UnresolvedCall["intent"],
): Promise<Finding | null> {
  if (!Object.hasOwn(operations, intent.operation)) return { result: "cannot-be-known" };
  try {
    const capabilities: ReadonlySet<OperationId> = await client.capabilities();
    return await findOutcome({
      client,
      capabilities,
      intent,
      requestId: randomUUID(),
      now: now(),
      findClaimed: (ids) => findControlsOfOthers(db, intent, ids),
      findClaimedByOthers: (ids) => findControlsOfOthers(db, intent, ids, { sameOrder: false }),
    });
  } catch (error) {
    log.debug(
      { requestId: intent.requestId, reason: getErrorReason(error) },
      "looking up an unresolved call failed",
    );
    return null;
  }
}

const INTERVAL_MS = 5_000;
/** Maximum age of calls in a frequent lookup, in milliseconds; a sweep looks up older ones. */
const RECENT_MS = 20 * 60_000;
const RUNS_PER_SWEEP = 120;
const RUNS_PER_HEAD_LOG = 720;

/**
 * Looks up unresolved calls every five seconds, older ones every ten minutes, and logs the hash of
 * the last audit row every hour, so that it is known outside the database.
 */
export function startReconciling(deps: PortalDeps): void {
  let runs = 0;
  const check = async () => {
    const backMs = runs % RUNS_PER_SWEEP === 0 ? MAX_AGE_MS : RECENT_MS;
    await reconcile(deps, backMs);
    const head = runs % RUNS_PER_HEAD_LOG === 0 ? await readAuditHead(deps.db) : null;
    if (head) log.info(head, "Head of the audit trail");
    runs += 1;
  };
  const next = () =>
    setTimeout(() => {
      void check()
        .catch((error) =>
          log.debug({ reason: getErrorReason(error) }, "Failed to reconcile; retrying"),
        )
        .finally(next);
    }, INTERVAL_MS).unref();
  next();
}
