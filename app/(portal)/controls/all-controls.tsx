import { getTranslations } from "next-intl/server";
import { ControlsTable } from "@/components/controls/controls-table.tsx";
import { ControlRequests, PauseButton } from "@/components/controls/lazy.tsx";
import { latestRequests } from "@/components/controls/request-queries.ts";
import { CreateLink } from "@/components/table/create-link.tsx";
import { parseTableQuery, type SearchParams } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { actorOf } from "@/lib/portal/actor.ts";
import type { Portal } from "@/lib/portal/door.ts";
import { followId } from "../asked.ts";
import { drawn } from "../drawn.ts";
import { groupChoices } from "../group-choices.ts";
import { load } from "../load.tsx";
import { waitingRequests } from "../waiting.ts";
import { consoleOffers } from "./console-offers.ts";

/** Every control there is, for staff. */
export async function AllControls({ portal, asked }: { portal: Portal; asked: SearchParams }) {
  followId("/controls", asked);
  const t = await getTranslations("controls");
  const query = parseTableQuery("listControlSummaries", asked);
  const [{ data, failure }, guard] = await Promise.all([
    load(() => Promise.all([portal.directory.listControls(query), groupChoices(portal.directory)])),
    readGuard(portal),
  ]);
  const serverNow = Date.now();
  const mayIssue = portal.may("controlBiddingZone");
  const issue = mayIssue && <CreateLink href="/controls/new">{t("issue")}</CreateLink>;
  const mayPause = portal.may("pauseControls") && portal.offers("pauseControls");
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <>
            {mayPause && guard.pause?.paused === false && <PauseButton kind="pause" />}
            {issue}
          </>
        }
      />
      {portal.offers("listControlRequests") && (
        <ControlRequests
          actor={actorOf(portal.user)}
          mayDecide={portal.may("approveControlRequest") && portal.offers("approveControlRequest")}
          offers={consoleOffers(portal)}
          drawn={guard}
          serverNow={serverNow}
        />
      )}
      {failure ?? (
        <ControlsTable
          page={data[0]}
          query={query}
          groups={data[1]}
          mayIssue={mayIssue}
          serverNow={serverNow}
        />
      )}
    </>
  );
}

/** What stands between an order and its control: a pause, and those that wait for a second person. */
async function readGuard(portal: Portal) {
  const [pause, pending, latest] = await Promise.all([
    drawn(portal, "getControlPause", {}),
    waitingRequests(),
    drawn(portal, "listControlRequests", latestRequests),
  ]);
  return { pause, pending, latest };
}
