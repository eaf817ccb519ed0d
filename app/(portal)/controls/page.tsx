import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { CustomerControls } from "@/components/controls/list/customer-controls.tsx";
import { StaffControls } from "@/components/controls/list/staff-controls.tsx";
import { tableHref } from "@/components/table/table-state.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import { createPortalClient, type Portal } from "@/lib/portal/client/portal-client.ts";
import { findControl, readActivity } from "@/lib/portal/queries/customer-home.ts";
import {
  getParam,
  parseTableQuery,
  type SearchParams,
  redirectToId,
  type SearchPage,
} from "@/lib/portal/queries/list-query.ts";
import { load } from "@/lib/portal/queries/load.ts";
import {
  getApprovalCapabilities,
  readControlGate,
  readControls,
} from "@/lib/portal/queries/staff-controls.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

/** Requests are sentences with a chart each, and are read on phones. */
const ACTIVITY_PAGE_SIZE = "10";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("layout.places");
  return { title: t((await requireUser()).role === "staff" ? "controls" : "activity") };
}

async function ControlsPage({ searchParams }: SearchPage) {
  const portal = await createPortalClient(await requireUser());
  const params = await searchParams;
  const now = Date.now();
  return portal.user.role === "staff"
    ? staffControls(portal, params, now)
    : customerControls(portal, params, now);
}

async function staffControls(portal: Portal, params: SearchParams, now: number) {
  redirectToId("/controls", params);
  const sort = portal.supports("listControlSummaries") ? "relevance" : undefined;
  const query = parseTableQuery("listControlSummaries", { sort, ...params });
  const [{ data, problem }, gate] = await Promise.all([
    load(() => readControls(portal, query, now)),
    readControlGate(portal),
  ]);
  const canPause = portal.isAllowed("pauseControls") && portal.supports("pauseControls");
  return (
    <StaffControls
      mayIssue={portal.isAllowed("controlBiddingZone")}
      mayPause={canPause && gate.pause?.paused === false}
      requests={getApprovalCapabilities(portal, gate)}
      table={data}
      problem={problem}
      serverNow={now}
    />
  );
}

async function customerControls(portal: Portal, params: SearchParams, now: number) {
  const query = parseTableQuery("listCustomerControls", {
    page_size: ACTIVITY_PAGE_SIZE,
    ...params,
  });
  const wanted = getParam(params, "control");
  const asWritten = getParam(params, "page_size");
  if (wanted) {
    const position = await findControl(portal, wanted);
    const page = Math.floor(position / query.page_size);
    const list = tableHref("/controls", new URLSearchParams(), { page, page_size: asWritten });
    redirect(`${list}#${encodeURIComponent(wanted)}`);
  }
  const read = await load(() => readActivity(portal, query, now));
  const { page, page_size } = query;
  const total = read.data?.page.total ?? 0;
  if (total > 0 && page * page_size >= total) {
    const last = { page: Math.ceil(total / page_size) - 1, page_size: asWritten };
    redirect(tableHref("/controls", new URLSearchParams(), last));
  }
  return <CustomerControls {...read} query={query} serverNow={now} />;
}

export default withMessages("/controls", ControlsPage);
