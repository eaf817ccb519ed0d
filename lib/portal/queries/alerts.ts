import { getMailSettings } from "../mail/mail.ts";
import { readOpenAlerts } from "../alert-reads/open-alerts.ts";
import { createPortalClient } from "../client/portal-client.ts";
import { findReadAlerts, readAlertSettings } from "../db/alerts.ts";
import type { User } from "../db/sessions.ts";
import { runtime } from "../runtime.ts";
import { nullOnError } from "./load.ts";

/** What the bell shows; null where the service has no alerts. 0 where they cannot be read. */
export async function readBell(user: User) {
  const portal = await createPortalClient(user);
  if (!portal.supports("listAlerts")) return null;
  const open = await nullOnError(readOpenAlerts(portal));
  const ids = (open?.alerts ?? []).map(({ id }) => id);
  const read = await findReadAlerts(runtime().db, user.id, ids);
  return {
    initial: ids.filter((id) => !read.has(id)).length,
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
