import type { EffectiveWindow } from "../../controls/effective-window.ts";
import { PortalError } from "../context/errors.ts";
import { log, getErrorReason } from "../context/log.ts";
import { recordIntent, recordOutcome, type AuditEntry, type AuditOutcome } from "../db/audit.ts";
import type { Database } from "../db/database.ts";

/** The result of an audited action: its target and, for a control, its window. */
interface AuditResult {
  target: string | null;
  window?: EffectiveWindow | null;
}

/**
 * Runs an action, recording its intent before and its outcome after it. `toResult` may complete the
 * target from the result. A lost response is recorded as unknown.
 */
export async function withAudit<T>(
  db: Database,
  entry: AuditEntry,
  run: () => Promise<T>,
  toResult: (result: T) => AuditResult = () => entry,
): Promise<T> {
  await recordIntent(db, entry);
  const { requestId } = entry;
  const record = (outcome: AuditOutcome, target = entry.target) =>
    recordOutcome(db, { ...entry, target }, outcome).catch((error: unknown) =>
      log.error(
        { requestId, status: outcome.status, reason: getErrorReason(error) },
        "Failed to record the outcome of a call",
      ),
    );
  try {
    const result = await run();
    const { target, window } = toResult(result);
    await record({ status: 200, window: window ?? null }, target);
    return result;
  } catch (error) {
    await record(toOutcome(error));
    if (error instanceof Error) auditedErrors.add(error);
    throw error;
  }
}

const auditedErrors = new WeakSet<Error>();

/** Whether an error was already recorded as the outcome of an audited action. */
export const isAudited = (error: unknown): boolean =>
  error instanceof Error && auditedErrors.has(error);

function toOutcome(error: unknown): AuditOutcome {
  if (!(error instanceof PortalError)) return { status: 500 };
  const isLost = error.problem.type.endsWith("-unknown");
  return { status: error.status, result: isLost ? "unknown" : null };
}
