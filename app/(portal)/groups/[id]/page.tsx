import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import {
  GroupHeader,
  GroupLocations,
  GroupMembersCard,
} from "@/components/groups/group-sections.tsx";
import { RotationCard } from "@/components/groups/rotation.dynamic.tsx";
import { AreaToday } from "@/components/overview/area-today.tsx";
import { LimitsCard } from "@/components/preferences/preferences.dynamic.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { getRouteId, type ResourcePage } from "@/lib/portal/queries/list-query.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { TermsCard } from "@/components/value/value.dynamic.tsx";
import { readGroupPage } from "@/lib/portal/queries/group.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("groups"))("one") };
}

export default async function GroupPage(page: ResourcePage) {
  const id = await getRouteId(page);
  const portal = await createPortalClient(await requireStaff());
  const t = await getTranslations("groups");
  const { group: read, members, locations } = await readGroupPage(portal, id);
  const { data, problem } = read;
  if (problem) return <LoadError problem={problem} />;
  const { group, today } = data;
  const mayCreate = portal.isAllowed("createCustomer") && portal.supports("createCustomer");
  if (!group && portal.supports("getGroup")) notFound();
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
        {portal.supports("getGroupTerms") && (
          <TermsCard
            subject={{ kind: "group", id }}
            mayChange={portal.isAllowed("setGroupTerms")}
          />
        )}
        {group && portal.supports("getGroupRotation") && (
          <RotationCard groupId={id} mayChange={portal.isAllowed("setGroupRotation")} />
        )}
        {group &&
          portal.supports("updateGroupPreferenceLimits") &&
          portal.isAllowed("updateGroupPreferenceLimits") && <LimitsCard groupId={id} />}
        {locations.problem ? (
          <LoadError problem={locations.problem} />
        ) : (
          <GroupLocations id={id} locations={locations.data} />
        )}
      </div>
    </>
  );
}
