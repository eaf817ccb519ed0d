import { z } from "zod";
import { alertKind } from "../../contract/alerts.ts";
import { id } from "../../contract/schema-types.ts";
import {
  findReadAlerts,
  markAlertsRead,
  markAlertsUnread,
  saveAlertSettings,
} from "../db/alerts.ts";
import { portalAction } from "../http/portal-route.ts";
import { readOpenAlerts } from "./open-alerts.ts";

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:00");

/** The newest open alerts, and which of them the user has not read. */
export const listUnreadAlerts = portalAction({
  async handle({ db, user, createPortalClient }) {
    const open = await readOpenAlerts(await createPortalClient());
    const ids = (open?.alerts ?? []).map((alert) => alert.id);
    const read = await findReadAlerts(db, user.id, ids);
    return { unread: ids.filter((one) => !read.has(one)) };
  },
});

/** Marks alerts as read by the user, or as unread. */
export const readAlerts = portalAction({
  body: z.strictObject({ alert_ids: z.array(id).max(100), read: z.boolean() }),
  handle: ({ db, user, body, now }) =>
    body.read
      ? markAlertsRead(db, user.id, body.alert_ids, now())
      : markAlertsUnread(db, user.id, body.alert_ids),
});

/** Chooses which alerts come by e-mail, and when none does. */
export const chooseAlertMails = portalAction({
  body: z.strictObject({
    kinds: z.array(alertKind).max(20),
    quiet: z.strictObject({ from: time, to: time }).nullable(),
  }),
  handle: ({ db, user, body }) => saveAlertSettings(db, user.id, body),
});
