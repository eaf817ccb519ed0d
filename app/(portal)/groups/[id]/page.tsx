import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { HistoryChart } from "@/components/charts/history-chart.tsx";
import { GroupHeader } from "@/components/groups/group-header.tsx";
import { GroupFigures } from "@/components/locations/live-figures.tsx";
import { Card } from "@/components/ui/card.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { askedId, type OnePage } from "../../asked.ts";
import { load } from "../../load.tsx";
import { GroupLocations, GroupMembersCard } from "./belongings.tsx";

export const metadata: Metadata = { title: "Group" };

export default async function GroupPage(page: OnePage) {
  const id = await askedId(page);
  const { directory, offers } = await openPortal(await requireStaff());
  const { data: group, failure } = await load(() => directory.getGroup(id));
  if (failure) return failure;
  if (!group && offers("getGroup")) notFound();

  return (
    <>
      <GroupHeader id={id} group={group} />
      <div className="grid gap-5">
        {offers("getGroupStatus") && <GroupFigures id={id} />}
        {offers("getGroupHistorical") && (
          <Card title="Net injection">
            <HistoryChart kind="group" id={id} forecast={offers("getGroupForecast")} />
          </Card>
        )}
        <GroupMembersCard directory={directory} id={id} />
        <GroupLocations directory={directory} id={id} />
      </div>
    </>
  );
}
