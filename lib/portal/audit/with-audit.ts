import type { EffectiveWindow } from "../../contract/index.ts";
import { PortalError } from "../context/errors.ts";
import { log, reasonOf } from "../context/log.ts";
import { recordIntent, recordOutcome, type AuditEntry, type Ended } from "../db/audit.ts";
import type { Database } from "../db/database.ts";

/** What is known once something is done: to what, and for a control from when to when. */
export interface Done {
  target: string | null;
  window?: EffectiveWindow | null;
}

/**
 * Does something that is written down before it is begun and when its outcome is known. What it
 * was done to may be told more fully once it is done: `doneOf` its result. Where the answer was
 * lost, its outcome is written down as unknown.
 */
export async function audited<T>(
  db: Database,
  entry: AuditEntry,
  act: () => Promise<T>,
  doneOf: (result: T) => Done = () => entry,
): Promise<T> {
  await recordIntent(db, entry);
  const { requestId } = entry;
  const close = (ended: Ended, target = entry.target) =>
    recordOutcome(db, { ...entry, target }, ended).catch((error: unknown) =>
      log.error({ requestId, status: ended.status, reason: reasonOf(error) }, "audit failed"),
    );
  try {
    const result = await act();
    const { target, window } = doneOf(result);
    await close({ status: 200, window: window ?? null }, target);
    return result;
  } catch (error) {
    await close(endOf(error));
    if (error instanceof Error) written.add(error);
    throw error;
  }
}

const written = new WeakSet<Error>();

/** Whether an error is the outcome of something that is written down already. */
export const isWritten = (error: unknown): boolean => error instanceof Error && written.has(error);

function endOf(error: unknown): Ended {
  if (!(error instanceof PortalError)) return { status: 500 };
  const lost = error.problem.type.endsWith("-unknown");
  return { status: error.status, result: lost ? "unknown" : null };
}
