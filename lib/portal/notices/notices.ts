import { getErrorReason, log } from "../context/log.ts";
import { tryLeaderLock } from "../db/unresolved-calls.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { getMailSettings, type MailSettings } from "../mail/mail.ts";
import { findNotices } from "./find-notices.ts";
import { sendNotices } from "./send-notices.ts";

/** The advisory lock of the one portal that sends notices. */
const NOTICES_LOCK = 0x6e6f7469;

/**
 * Makes and sends the notices that are due, in one portal at a time.
 * @returns whether this portal did it
 */
export const runNotices = (deps: PortalDeps, settings: MailSettings | null): Promise<boolean> =>
  tryLeaderLock(deps.db, NOTICES_LOCK, async (confirmLock) => {
    await findNotices(deps, confirmLock);
    await sendNotices(deps, settings, confirmLock);
  });

const INTERVAL_MS = 15_000;

/** Makes and sends notices every fifteen seconds. */
export function startNotices(deps: PortalDeps): void {
  const next = () =>
    setTimeout(() => {
      void runNotices(deps, getMailSettings())
        .catch((error: unknown) =>
          log.debug({ reason: getErrorReason(error) }, "Failed to make notices; retrying"),
        )
        .finally(next);
    }, INTERVAL_MS).unref();
  next();
}
