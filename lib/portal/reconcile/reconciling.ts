import type { PortalDeps } from "../service-client/portal-deps.ts";
import { log, getErrorReason } from "../context/log.ts";
import { auditHead } from "../db/audit-trail.ts";
import { LOOKED_BACK_MS } from "../db/unresolved-calls.ts";
import { reconcile } from "./reconcile.ts";

const EVERY_MS = 5_000;
/** How far the frequent looks go back; the others, in between, as far as there is anything to do. */
const LATELY_MS = 20 * 60_000;
const LOOKS_PER_SWEEP = 120;
const LOOKS_PER_HEAD = 720;

/**
 * Looks for calls of unknown outcome every five seconds, further back every ten minutes, and tells
 * the log the trail's last hash every hour, so that it is known outside the database.
 */
export function startReconciling(deps: PortalDeps): void {
  let looks = 0;
  const look = async () => {
    const backMs = looks % LOOKS_PER_SWEEP === 0 ? LOOKED_BACK_MS : LATELY_MS;
    await reconcile(deps, backMs);
    const head = looks % LOOKS_PER_HEAD === 0 ? await auditHead(deps.db) : null;
    if (head) log.info(head, "audit head");
    looks += 1;
  };
  const next = () =>
    setTimeout(() => {
      void look()
        .catch((error) =>
          log.debug({ reason: getErrorReason(error) }, "unknown calls are looked for later"),
        )
        .finally(next);
    }, EVERY_MS).unref();
  next();
}
