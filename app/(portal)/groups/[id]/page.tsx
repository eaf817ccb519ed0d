import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { GroupHeader } from "@/components/groups/group-header.tsx";
import { AreaToday } from "@/components/overview/area-today.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { askedId, type OnePage } from "../../asked.ts";
import { load } from "../../load.tsx";
import { GroupLocations, GroupMembersCard } from "./belongings.tsx";
import { readGroup } from "./read-group.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("groups"))("one") };
}

export default async function GroupPage(page: OnePage) {
  const id = await askedId(page);
  const portal = await openPortal(await requireStaff());
  const t = await getTranslations("groups");
  const { data, failure } = await load(() => readGroup(portal, id));
  if (failure) return failure;
  const { group, today } = data;
  if (!group && portal.offers("getGroup")) notFound();
  return (
    <>
      <GroupHeader id={id} group={group} mayControl={portal.may("controlGroup")} />
      <div className="grid grid-cols-1 gap-4">
        <AreaToday
          area={{ kind: "group", id }}
          name={group?.name}
          title={t("netInjection")}
          {...today}
          serverNow={Date.now()}
        />
        <GroupMembersCard portal={portal} id={id} />
        <GroupLocations portal={portal} id={id} />
      </div>
    </>
  );
}
