import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GroupHeader } from "@/components/groups/group-header.tsx";
import { AreaToday } from "@/components/overview/area-today.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { areaStatus, overviewOffers } from "../../areas.ts";
import { askedId, type OnePage } from "../../asked.ts";
import { load } from "../../load.tsx";
import { recentControls } from "../../recent-controls.ts";
import { GroupLocations, GroupMembersCard } from "./belongings.tsx";

export const metadata: Metadata = { title: "Group" };

export default async function GroupPage(page: OnePage) {
  const area = { kind: "group", id: await askedId(page) } as const;
  const { id } = area;
  const portal = await openPortal(await requireStaff());
  const { data, failure } = await load(() =>
    Promise.all([portal.directory.getGroup(id), areaStatus(portal, area), recentControls(portal)]),
  );
  if (failure) return failure;
  const [group, status, controls] = data;
  if (!group && portal.offers("getGroup")) notFound();
  return (
    <>
      <GroupHeader id={id} group={group} />
      <div className="grid gap-4">
        <AreaToday
          area={area}
          title="Net injection"
          offers={overviewOffers(portal, "group")}
          initialStatus={status}
          initialControls={controls}
          serverNow={Date.now()}
        />
        <GroupMembersCard directory={portal.directory} id={id} />
        <GroupLocations directory={portal.directory} id={id} />
      </div>
    </>
  );
}
