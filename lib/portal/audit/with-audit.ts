import type { EffectiveWindow } from "../../contract/index.ts";
import { PortalError } from "../context/errors.ts";
import { log, getErrorReason } from "../context/log.ts";
import { recordIntent, recordOutcome, type AuditEntry, type AuditOutcome } from "../db/audit.ts";
import type { Database } from "../db/database.ts";

/** What is known once something is done: to what, and for a control from when to when. */
interface AuditResult {
  target: string | null;
  window?: EffectiveWindow | null;
}

/**
 * Does something that is written down before it is begun and when its outcome is known. What it
 * was done to may be told more fully once it is done: `doneOf` its result. Where the answer was
 * lost, its outcome is written down as unknown.
 */
export async function withAudit<T>(
  db: Database,
  entry: AuditEntry,
  act: () => Promise<T>,
  doneOf: (result: T) => AuditResult = () => entry,
): Promise<T> {
  await recordIntent(db, entry);
  const { requestId } = entry;
  const close = (ended: AuditOutcome, target = entry.target) =>
    recordOutcome(db, { ...entry, target }, ended).catch((error: unknown) =>
      log.error({ requestId, status: ended.status, reason: getErrorReason(error) }, "audit failed"),
    );
  try {
    const result = await act();
    const { target, window } = doneOf(result);
    await close({ status: 200, window: window ?? null }, target);
    return result;
  } catch (error) {
    await close(toOutcome(error));
    if (error instanceof Error) written.add(error);
    throw error;
  }
}

const written = new WeakSet<Error>();

/** Whether an error is the outcome of something that is written down already. */
export const isAudited = (error: unknown): boolean => error instanceof Error && written.has(error);

function toOutcome(error: unknown): AuditOutcome {
  if (!(error instanceof PortalError)) return { status: 500 };
  const lost = error.problem.type.endsWith("-unknown");
  return { status: error.status, result: lost ? "unknown" : null };
}
