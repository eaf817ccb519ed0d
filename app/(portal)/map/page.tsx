import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LocationMap } from "@/components/map/location-map.tsx";
import { locationStates } from "@/components/map/marker-shape.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { getParam, type SearchPage } from "@/lib/portal/queries/list-query.ts";
import { readGroupOptions } from "@/lib/portal/queries/group.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("map"))("title") };
}

async function MapPage({ searchParams }: SearchPage) {
  const portal = await createPortalClient(await requireStaff());
  const t = await getTranslations("map");
  const query = await searchParams;
  const groupId = getParam(query, "group_id");
  const state = locationStates.find((name) => name === getParam(query, "state")) ?? null;
  const { data: groups, problem } = await load(() => readGroupOptions(portal.directory));
  const list = <ButtonLink href="/locations">{t("asList")}</ButtonLink>;
  const isOffered = portal.supports("listLocationClusters");
  return (
    <>
      <PageHeader title={t("title")} subtitle={t("subtitle")} actions={list} />
      {!isOffered && <Empty title={t("notOffered")} hint={t("notOfferedHint")} action={list} />}
      {isOffered &&
        (problem ? (
          <LoadError problem={problem} />
        ) : (
          <LocationMap groups={groups} initial={{ groupId, state }} />
        ))}
    </>
  );
}

export default withMessages("/map", MapPage);
