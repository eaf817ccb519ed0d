import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { Home } from "@/components/home/home.tsx";
import { Overview } from "@/components/overview/overview.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal, type Portal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { load } from "./load.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requireUser()).role === "staff" ? "Overview" : "Home" };
}

export default async function StartPage() {
  const portal = await openPortal(await requireUser());
  return portal.user.role === "staff" ? staffStart(portal) : customerStart(portal);
}

const ZONE = "NL";

async function staffStart({ offers, call, directory }: Portal) {
  const offered = {
    status: offers("getBiddingZoneStatus"),
    forecast: offers("getBiddingZoneForecast"),
    summaries: offers("listControlSummaries"),
    preview: offers("previewBiddingZoneControl"),
  };
  const { data, failure } = await load(() =>
    Promise.all([
      offered.status ? call("getBiddingZoneStatus", { params: { bidding_zone_id: ZONE } }) : null,
      directory.listControls({ sort: offered.summaries ? "-time_from" : undefined, page_size: 50 }),
    ]),
  );
  const issue = (
    <ButtonLink variant="primary" href="/controls/new">
      <Plus aria-hidden className="size-4" />
      Issue control
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Overview" subtitle={`Bidding zone ${ZONE}`} actions={issue} />
      {failure ?? (
        <Overview
          zone={ZONE}
          offers={offered}
          initialStatus={data[0]?.data ?? null}
          initialControls={data[1].items}
          serverNow={Date.now()}
        />
      )}
    </>
  );
}

async function customerStart({ user, offers, directory }: Portal) {
  const { data, failure } = await load(() =>
    Promise.all([
      directory.listLocations({ page_size: 6 }),
      directory.listOwnControls({ customerId: user.customerId ?? "" }, { page_size: 3 }),
    ]),
  );
  return (
    <>
      <PageHeader title={`Hello, ${user.name}`} subtitle="Your locations today" />
      {failure ?? (
        <Home
          locations={data[0]}
          controls={data[1]}
          offersStatus={offers("getLocationStatus")}
          serverNow={Date.now()}
        />
      )}
    </>
  );
}
