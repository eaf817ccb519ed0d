import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import {
  GroupHeader,
  GroupLocations,
  GroupMembersCard,
} from "@/components/groups/group-sections.tsx";
import { GroupSettings } from "@/components/groups/group-settings.dynamic.tsx";
import { AreaToday } from "@/components/overview/area-today.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { getRouteId, type ResourcePage } from "@/lib/portal/queries/list-query.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { readGroupPage } from "@/lib/portal/queries/group.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("groups"))("one") };
}

async function GroupPage(page: ResourcePage) {
  const id = await getRouteId(page);
  const portal = await createPortalClient(await requireStaff());
  const t = await getTranslations("groups");
  const { group: read, members, locations } = await readGroupPage(portal, id);
  const { data, problem } = read;
  if (problem) return <LoadError problem={problem} />;
  const { group, today } = data;
  const mayCreate = portal.isAllowed("createCustomer") && portal.supports("createCustomer");
  if (!group && portal.supports("getGroup")) notFound();
  const settings = {
    terms: portal.supports("getGroupTerms")
      ? { mayChange: portal.isAllowed("setGroupTerms") }
      : null,
    rotation:
      group && portal.supports("getGroupRotation")
        ? { mayChange: portal.isAllowed("setGroupRotation") }
        : null,
    hasLimits:
      group !== null &&
      portal.supports("updateGroupPreferenceLimits") &&
      portal.isAllowed("updateGroupPreferenceLimits"),
  };
  const hasSettings = Object.values(settings).some(Boolean);
  return (
    <>
      <GroupHeader id={id} group={group} mayControl={portal.isAllowed("controlGroup")} />
      <div className="grid grid-cols-1 gap-4">
        <AreaToday
          area={{ kind: "group", id }}
          name={group?.name}
          title={t("netInjection")}
          {...today}
          serverNow={Date.now()}
        />
        {members.problem ? (
          <LoadError problem={members.problem} />
        ) : (
          <GroupMembersCard id={id} members={members.data} mayCreate={mayCreate} />
        )}
        {hasSettings && <GroupSettings groupId={id} {...settings} />}
        {locations.problem ? (
          <LoadError problem={locations.problem} />
        ) : (
          <GroupLocations id={id} locations={locations.data} />
        )}
      </div>
    </>
  );
}

export default withMessages("/groups/[id]", GroupPage);
