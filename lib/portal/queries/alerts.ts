import { cache } from "react";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import { getMailSettings } from "../mail/mail.ts";
import { readOpenAlerts } from "../alert-reads/open-alerts.ts";
import { createPortalClient, type Portal } from "../client/portal-client.ts";
import { findReadAlerts, readAlertSettings } from "../db/alerts.ts";
import type { User } from "../db/sessions.ts";
import { runtime } from "../runtime.ts";
import { nullOnError, prefetch } from "./load.ts";

/** The open alerts that a user has not read; null where they cannot be read. Read once in a request. */
const readUnread = cache(async (user: User): Promise<string[] | null> => {
  const open = await nullOnError(readOpenAlerts(await createPortalClient(user)));
  if (open === null) return null;
  const ids = open.alerts.map(({ id }) => id);
  const read = await findReadAlerts(runtime().db, user.id, ids);
  return ids.filter((id) => !read.has(id));
});

/** The first page of alerts, and the open ones the user has not read; null where they cannot be read. */
export async function readFirstAlerts(portal: Portal) {
  const [list, unread] = await Promise.all([
    prefetch(portal, "listAlerts", { query: { page: 0, page_size: MAX_PAGE_SIZE } }),
    readUnread(portal.user),
  ]);
  return { list, unread, at: Date.now() };
}

/** What the bell shows; null where the service has no alerts. 0 where they cannot be read. */
export async function readBell(user: User) {
  const portal = await createPortalClient(user);
  if (!portal.supports("listAlerts")) return null;
  return {
    initial: (await readUnread(user))?.length ?? 0,
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
