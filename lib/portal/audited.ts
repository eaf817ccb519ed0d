import { PortalError } from "./errors.ts";
import { log } from "./log.ts";
import { recordIntent, recordOutcome, type AuditEntry } from "./store/audit.ts";
import type { Database } from "./store/database.ts";

/** Does something that is written down before it is begun and when its outcome is known. */
export async function audited<T>(
  db: Database,
  entry: AuditEntry,
  act: () => Promise<T>,
): Promise<T> {
  await recordIntent(db, entry);
  const { requestId } = entry;
  const close = (status: number) =>
    recordOutcome(db, entry, status).catch(() => log.error({ requestId, status }, "audit failed"));
  try {
    const result = await act();
    await close(200);
    return result;
  } catch (error) {
    await close(error instanceof PortalError ? error.status : 500);
    throw error;
  }
}
