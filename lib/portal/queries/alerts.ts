import type { Alert } from "../../contract/alerts.ts";
import { getMailSettings } from "../mail/mail.ts";
import { readOpenAlerts } from "../alert-reads/open-alerts.ts";
import { createPortalClient } from "../client/portal-client.ts";
import { findReadAlerts, readAlertSettings } from "../db/alerts.ts";
import type { User } from "../db/sessions.ts";
import { runtime } from "../runtime.ts";
import { nullOnError, prefetch } from "./load.ts";

const PAGE_SIZE = 100;

/** The first page of alerts, and the open ones the user has not read; null where they cannot be read. */
export async function readFirstAlerts(user: User) {
  const portal = await createPortalClient(user);
  const [list, open] = await Promise.all([
    prefetch(portal, "listAlerts", { query: { page: 0, page_size: PAGE_SIZE } }),
    nullOnError(readOpenAlerts(portal)),
  ]);
  const unread = open && (await findUnread(user, open.alerts));
  return { list, unread, at: Date.now() };
}

async function findUnread(user: User, alerts: readonly Alert[]): Promise<string[]> {
  const ids = alerts.map(({ id }) => id);
  const read = await findReadAlerts(runtime().db, user.id, ids);
  return ids.filter((id) => !read.has(id));
}

/** What the bell shows; null where the service has no alerts. 0 where they cannot be read. */
export async function readBell(user: User) {
  const portal = await createPortalClient(user);
  if (!portal.supports("listAlerts")) return null;
  const open = await nullOnError(readOpenAlerts(portal));
  return {
    initial: (await findUnread(user, open?.alerts ?? [])).length,
    maySilence: portal.isAllowed("silenceAlert") && portal.supports("silenceAlert"),
  };
}

/** What a member of staff chose; null where the service has no alerts. */
export async function readAlertMailSettings(user: User) {
  const { supports } = await createPortalClient(user);
  if (!supports("listAlerts")) return null;
  const settings = await readAlertSettings(runtime().db, user);
  return { ...settings, hasMailServer: getMailSettings() !== null };
}
