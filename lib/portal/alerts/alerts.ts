import { getErrorReason, log } from "../context/log.ts";
import { ALERT_RETENTION_MS, pruneAlertMails } from "../db/alerts.ts";
import { tryLeaderLock } from "../db/unresolved-calls.ts";
import { getMailSettings, type MailSettings } from "../mail/mail.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { findAlertMails } from "./find-alerts.ts";
import { sendAlertMails } from "./send-alerts.ts";

/** The advisory lock of the one portal that mails alerts. */
const ALERTS_LOCK = 0x616c7274;

/**
 * Mails the alerts that are due, in one portal at a time; does nothing without a mail server, or
 * where the service has no alerts.
 * @returns whether this portal did it
 */
export async function runAlerts(deps: PortalDeps, settings: MailSettings | null): Promise<boolean> {
  if (!settings) return false;
  const capabilities = await deps.client.capabilities();
  if (!capabilities.has("listAlerts") || !capabilities.has("getAlert")) return false;
  return tryLeaderLock(deps.db, ALERTS_LOCK, async (confirmLock) => {
    await findAlertMails(deps, confirmLock);
    await sendAlertMails(deps, settings, confirmLock);
    await pruneAlertMails(deps.db, new Date(deps.now().getTime() - ALERT_RETENTION_MS));
  });
}

const INTERVAL_MS = 15_000;

/** Mails alerts every fifteen seconds. */
export function startAlerts(deps: PortalDeps): void {
  const next = () =>
    setTimeout(() => {
      void runAlerts(deps, getMailSettings())
        .catch((error: unknown) =>
          log.debug({ reason: getErrorReason(error) }, "Failed to mail alerts; retrying"),
        )
        .finally(next);
    }, INTERVAL_MS).unref();
  next();
}
