import { getTranslations } from "next-intl/server";
import { WaitingLine } from "@/components/controls/waiting-requests.tsx";
import { AreaToday } from "@/components/overview/area-today.tsx";
import { NotOffered } from "@/components/overview/not-offered.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Portal } from "@/lib/portal/door.ts";
import { areaStatus, overviewOffers } from "./areas.ts";
import { load } from "./load.tsx";
import { recentControls } from "./recent-controls.ts";
import { waitingRequests } from "./waiting.ts";

const ZONE = { kind: "bidding-zone", id: "NL" } as const;

/** Where staff start: the bidding zone today. */
export async function StaffOverview({ portal }: { portal: Portal }) {
  const offers = overviewOffers(portal, ZONE.kind);
  const [{ data, failure }, waiting] = await Promise.all([
    load(() => Promise.all([areaStatus(portal, ZONE), recentControls(portal)])),
    waitingRequests(),
  ]);
  const t = await getTranslations("overview");
  const issue = portal.may("controlBiddingZone") && (
    <CreateLink href="/controls/new">{t("issue")}</CreateLink>
  );
  return (
    <>
      <PageHeader title={t("title")} subtitle={t("zone", { zone: ZONE.id })} actions={issue} />
      <WaitingLine requests={waiting?.data ?? []} now={Date.now()} />
      <NotOffered offers={offers} />
      {failure ?? (
        <AreaToday
          area={ZONE}
          title={t("injectionIn", { zone: ZONE.id })}
          offers={offers}
          initialStatus={data[0]}
          initialControls={data[1]}
          serverNow={Date.now()}
        />
      )}
    </>
  );
}
