import type { QueryOf } from "../../contract/operations.ts";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import { createPortalClient, type Portal } from "../client/portal-client.ts";
import type { User } from "../db/sessions.ts";
import { toActor } from "../service-client/request-headers.ts";
import { readGroupOptions } from "./group.ts";
import { getIssueCapabilities } from "./control-capabilities.ts";
import { cache } from "react";
import { latestRequests, pendingRequests } from "../../controls/approval-queries.ts";
import { byRelevance } from "../../controls/by-relevance.ts";
import { requireUser } from "../auth/session.ts";
import { startOfDay } from "../../time/amsterdam.ts";
import { prefetch } from "./load.ts";

/**
 * The pending approval requests, read once per page; null if they cannot be read or the service has
 * none.
 */
export const pendingApprovals = cache(async () =>
  prefetch(await createPortalClient(await requireUser()), "listControlRequests", pendingRequests),
);

/** A page of all controls as of a moment (ms), and the groups to filter by. */
export async function readControls(
  portal: Portal,
  query: QueryOf<"listControlSummaries">,
  now: number,
) {
  const [read, groups] = await Promise.all([
    portal.directory.listControls(query),
    readGroupOptions(portal.directory),
  ]);
  const capabilities = {
    summaries: portal.supports("listControlSummaries"),
    value: portal.supports("getControlValue"),
  };
  const isSorted = query.sort !== "relevance";
  const page = isSorted ? read : { ...read, items: byRelevance(read.items, now) };
  return { page, groups, query, capabilities };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The controls and pending requests of a local day, `YYYY-MM-DD`; of today where it is none. */
export async function readTimeline(portal: Portal, date: string, now: number) {
  const noon = DATE.test(date) ? Date.parse(`${date}T12:00Z`) : now;
  const from = startOfDay(Number.isNaN(noon) ? now : noon);
  const range = { from, to: startOfDay(from, 1) };
  const iso = (ms: number) => new Date(ms).toISOString();
  const hasSummaries = portal.supports("listControlSummaries");
  const within = { from: iso(range.from), to: iso(range.to), sort: "time_from" };
  const [page, pending] = await Promise.all([
    portal.directory.listControls({ ...(hasSummaries ? within : {}), page_size: MAX_PAGE_SIZE }),
    pendingApprovals(),
  ]);
  return {
    range,
    controls: page.items,
    total: hasSummaries ? page.total : page.items.length,
    requests: pending?.data ?? [],
    hasSummaries,
    hasRequests: portal.supports("listControlRequests"),
  };
}

/** What may block issuing a control: the pause and the approval requests. */
export async function readControlGate(portal: Portal) {
  const [pause, pending, latest] = await Promise.all([
    prefetch(portal, "getControlPause", {}),
    pendingApprovals(),
    prefetch(portal, "listControlRequests", latestRequests),
  ]);
  return { pause, pending, latest };
}

/** The pause and the pending requests, for the notices above every page of staff. */
export async function readControlNotices(user: User) {
  const portal = await createPortalClient(user);
  const { supports, isAllowed } = portal;
  const [pause, waiting] = await Promise.all([
    prefetch(portal, "getControlPause", {}),
    pendingApprovals(),
  ]);
  const capabilities = {
    pause: supports("getControlPause"),
    requests: supports("listControlRequests"),
  };
  return {
    pause,
    waiting,
    capabilities,
    mayResume: isAllowed("resumeControls") && supports("resumeControls"),
  };
}

/** What the list of approval requests needs; null where the service has none. */
export function getApprovalCapabilities(
  portal: Portal,
  gate: Awaited<ReturnType<typeof readControlGate>>,
) {
  if (!portal.supports("listControlRequests")) return null;
  return {
    actor: toActor(portal.user),
    mayDecide:
      portal.isAllowed("approveControlRequest") && portal.supports("approveControlRequest"),
    capabilities: getIssueCapabilities(portal),
    initial: gate,
  };
}
