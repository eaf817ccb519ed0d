import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CustomerHome } from "@/components/customer-home/customer-home.tsx";
import { PageMessages } from "@/components/layout/page-messages.tsx";
import { StaffOverview } from "@/components/overview/staff-overview.tsx";
import { BIDDING_ZONE } from "@/lib/contract/bidding-zones.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import {
  createPortalClient,
  getPortalDeps,
  type Portal,
} from "@/lib/portal/client/portal-client.ts";
import { readCustomerHome } from "@/lib/portal/queries/customer-home.ts";
import { readAdvice } from "@/lib/portal/queries/advice.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { getOverviewCapabilities, readOverview } from "@/lib/portal/queries/overview.ts";
import { readSetup } from "@/lib/portal/queries/setup.ts";
import { pendingApprovals } from "@/lib/portal/queries/staff-controls.ts";

const zone = { kind: "bidding-zone", id: BIDDING_ZONE } as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("layout.places");
  return { title: t((await requireUser()).role === "staff" ? "overview" : "home") };
}

export default async function StartPage() {
  const portal = await createPortalClient(await requireUser());
  return portal.user.role === "staff" ? staffStart(portal) : customerStart(portal);
}

async function staffStart(portal: Portal) {
  const { db, now } = getPortalDeps();
  const [read, pending, setup, advice] = await Promise.all([
    load(() => readOverview(portal, zone)),
    pendingApprovals(),
    readSetup(db, portal, zone.id, now()),
    readAdvice(portal, zone.id),
  ]);
  return (
    <PageMessages of="components/overview/staff-overview.tsx">
      <StaffOverview
        zone={zone}
        capabilities={getOverviewCapabilities(portal, zone.kind)}
        mayIssue={portal.isAllowed("controlBiddingZone")}
        pending={pending?.data ?? []}
        setup={setup}
        advice={advice}
        {...read}
      />
    </PageMessages>
  );
}

async function customerStart(portal: Portal) {
  const { name, customerId } = portal.user;
  const now = Date.now();
  const read = await load(() => readCustomerHome(portal, now));
  return (
    <PageMessages of="components/customer-home/customer-home.tsx">
      <CustomerHome name={name} customerId={customerId ?? ""} serverNow={now} {...read} />
    </PageMessages>
  );
}
