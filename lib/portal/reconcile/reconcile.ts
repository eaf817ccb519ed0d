import { randomUUID } from "node:crypto";
import { operations, type OperationId } from "../../contract/index.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { log, getErrorReason } from "../context/log.ts";
import { recordFinding } from "../db/audit.ts";
import {
  withLeaderLock,
  controlsOfOthers,
  LOOKED_BACK_MS,
  scheduleRetry,
  giveUp,
  unknownCallsDue,
  type UnknownCall,
} from "../db/unresolved-calls.ts";
import { lookFor } from "./search.ts";
import { ARRIVES_WITHIN_MS, type Finding } from "./resolution.ts";

/** After so many looks, about a day of them, what came of a call counts as unknowable. */
export const MOST_TRIES = 150;
const FIRST_MS = 5_000;
const LONGEST_MS = 10 * 60_000;

/** How long to wait before looking again after so many looks: twice as long each time. */
export const waitAfter = (tries: number): number =>
  Math.min(FIRST_MS * 2 ** Math.min(tries - 1, 20), LONGEST_MS);

/**
 * Looks what came of each call whose outcome is unknown, and writes down what it finds; in one
 * instance at a time. It only reads: nothing is sent again.
 */
export const reconcile = (deps: PortalDeps, backMs = LOOKED_BACK_MS): Promise<boolean> =>
  withLeaderLock(deps.db, async (holds) => {
    for (const call of await unknownCallsDue(deps.db, deps.now(), backMs)) {
      await resolve(deps, call, holds);
    }
  });

async function resolve(
  deps: PortalDeps,
  { intent, tries }: UnknownCall,
  holds: () => Promise<unknown>,
): Promise<void> {
  const { db, now } = deps;
  const found = await look(deps, intent);
  await holds();
  const looks = tries + 1;
  if (!found && looks < MOST_TRIES) {
    return scheduleRetry(db, intent, looks, nextLook(intent, looks, now().getTime()));
  }
  const { controlId, ...finding } = found ?? ({ result: "cannot-be-known" } as Finding);
  const made = controlId && intent.operation !== "cancelControl" && `control_id=${controlId}`;
  const target = [intent.target, made].filter(Boolean).join(" ");
  await recordFinding(db, intent, { ...finding, status: null, target: target || null, at: now() });
  await giveUp(db, intent);
  log.info({ requestId: intent.requestId, result: finding.result }, "an unknown call is resolved");
}

/** The next look; one of them just when what is not there cannot arrive any more. */
function nextLook({ at }: UnknownCall["intent"], looks: number, nowMs: number): Date {
  const next = nowMs + waitAfter(looks);
  const settled = at.getTime() + ARRIVES_WITHIN_MS + 1;
  return new Date(nowMs < settled ? Math.min(next, settled) : next);
}

/** What there is to find; null where that is not known yet, or the service cannot be read. */
async function look(
  { client, db, now }: PortalDeps,
  intent: UnknownCall["intent"],
): Promise<Finding | null> {
  if (!Object.hasOwn(operations, intent.operation)) return { result: "cannot-be-known" };
  try {
    const offered: ReadonlySet<OperationId> = await client.capabilities();
    return await lookFor({
      client,
      offered,
      intent,
      requestId: randomUUID(),
      now: now(),
      ofOthers: (ids) => controlsOfOthers(db, intent, ids),
      ofOtherOrders: (ids) => controlsOfOthers(db, intent, ids, { sameOrder: false }),
    });
  } catch (error) {
    log.debug({ requestId: intent.requestId, reason: getErrorReason(error) }, "a look was in vain");
    return null;
  }
}
