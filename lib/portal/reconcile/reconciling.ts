import type { PortalDeps } from "../service-client/portal-deps.ts";
import { log, getErrorReason } from "../context/log.ts";
import { readAuditHead } from "../db/audit-trail.ts";
import { MAX_AGE_MS } from "../db/unresolved-calls.ts";
import { reconcile } from "./reconcile.ts";

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
  const look = async () => {
    const backMs = runs % RUNS_PER_SWEEP === 0 ? MAX_AGE_MS : RECENT_MS;
    await reconcile(deps, backMs);
    const head = runs % RUNS_PER_HEAD_LOG === 0 ? await readAuditHead(deps.db) : null;
    if (head) log.info(head, "Head of the audit trail");
    runs += 1;
  };
  const next = () =>
    setTimeout(() => {
      void look()
        .catch((error) =>
          log.debug({ reason: getErrorReason(error) }, "Failed to reconcile; retrying"),
        )
        .finally(next);
    }, INTERVAL_MS).unref();
  next();
}
