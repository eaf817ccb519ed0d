import { controlType } from "../../contract/controls.ts";
import { countUnseen, listNotices, markSeen } from "../db/notices.ts";
import type { Portal } from "../client/portal-client.ts";
import type { User } from "../db/sessions.ts";
import { toMillis } from "../../time/instant.ts";
import { runtime } from "../runtime.ts";
import { nullOnError } from "./load.ts";

const LATEST_CONTROLS = 50;

/** Which controls the customer may still skip, or has skipped, by id; none where that is not known. */
async function readSkippable(portal: Portal, nowMs: number): Promise<Map<string, boolean>> {
  const { customerId: customer_id } = portal.user;
  if (!portal.supports("optOutOfControl") || !customer_id) return new Map();
  const params = { customer_id };
  const [preferences, controls] = await Promise.all([
    nullOnError(portal.call("getCustomerPreferences", { params })),
    nullOnError(
      portal.call("listCustomerControls", { params, query: { page_size: LATEST_CONTROLS } }),
    ),
  ]);
  const mayOptOut = preferences?.data.allowed.control_opt_out === true;
  const skippable = (controls?.data.data ?? []).flatMap(
    ({ control_id, effective_to, cancelled_at, opted_out }): [string, boolean][] =>
      cancelled_at === null &&
      toMillis(effective_to) > nowMs &&
      (opted_out || (mayOptOut && opted_out === false))
        ? [[control_id, opted_out]]
        : [],
  );
  return new Map(skippable);
}

/** The notices of a customer's account; after this they are no longer new. */
export async function readNotices(portal: Portal, nowMs: number) {
  const { db } = runtime();
  const { id } = portal.user;
  const [found, skippable] = await Promise.all([listNotices(db, id), readSkippable(portal, nowMs)]);
  if (found.some(({ seenAt }) => seenAt === null)) await markSeen(db, id, new Date());
  return found.map(({ seenAt, type, ...notice }) => ({
    ...notice,
    type: controlType.parse(type),
    isNew: seenAt === null,
    /** Whether the customer skips it; undefined where there is nothing to choose. */
    isSkipped: notice.kind === "planned" ? skippable.get(notice.controlId) : undefined,
  }));
}

/** How many notices of a customer's account are new; 0 if that cannot be read. */
export const countNewNotices = async ({ id }: User): Promise<number> =>
  (await nullOnError(countUnseen(runtime().db, id))) ?? 0;
