import { randomUUID } from "node:crypto";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import type { Alert } from "../../contract/alerts.ts";
import { listAlertReaders, saveAlertMails } from "../db/alerts.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";

const MAX_PAGES = 5;

/** The open alerts of the service, newest first. */
async function listOpenAlerts({ client }: PortalDeps): Promise<Alert[]> {
  const all: Alert[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { state: "open", page, page_size: MAX_PAGE_SIZE } as never;
    const input = { params: {}, query, body: undefined };
    const { data } = await client.call("listAlerts", input, randomUUID());
    all.push(...data.data);
    if (data.data.length < MAX_PAGE_SIZE) break;
  }
  return all;
}

/** Notes which open alerts are to be mailed to whom. */
export async function findAlertMails(
  deps: PortalDeps,
  confirmLock: () => Promise<unknown>,
): Promise<void> {
  const alerts = await listOpenAlerts(deps);
  if (alerts.length === 0) return;
  const readers = await listAlertReaders(deps.db);
  await confirmLock();
  const mails = readers.flatMap(({ id, settings }) =>
    alerts
      .filter(({ kind }) => settings.kinds.includes(kind))
      .map((alert) => ({ accountId: id, alert })),
  );
  await saveAlertMails(deps.db, mails, deps.now());
}
