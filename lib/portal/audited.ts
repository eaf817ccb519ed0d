import { PortalError } from "./errors.ts";
import { log } from "./log.ts";
import { recordIntent, recordOutcome, type AuditEntry } from "./store/audit.ts";
import type { Database } from "./store/database.ts";

/**
 * Does something that is written down before it is begun and when its outcome is known. What it
 * was done to may be told more fully once it is done: `targetOf` its result.
 */
export async function audited<T>(
  db: Database,
  entry: AuditEntry,
  act: () => Promise<T>,
  targetOf: (result: T) => string | null = () => entry.target,
): Promise<T> {
  await recordIntent(db, entry);
  const { requestId } = entry;
  const close = (status: number, target = entry.target) =>
    recordOutcome(db, { ...entry, target }, status).catch(() =>
      log.error({ requestId, status }, "audit failed"),
    );
  try {
    const result = await act();
    await close(200, targetOf(result));
    return result;
  } catch (error) {
    await close(error instanceof PortalError ? error.status : 500);
    throw error;
  }
}
