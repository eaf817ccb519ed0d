import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LocationsTable } from "@/components/locations/locations-table.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { OpenById } from "@/components/table/open-by-id.tsx";
import { parseTableQuery } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { followId, type AskedPage } from "../asked.ts";
import { load } from "../load.tsx";
import { readChoices } from "./read-choices.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("locations"))("title") };
}

export default async function LocationsPage({ searchParams }: AskedPage) {
  const asked = await searchParams;
  const portal = await openPortal(await requireUser());
  const t = await getTranslations("locations");
  followId("/locations", asked);
  const query = parseTableQuery("listLocations", asked);
  const { data, failure } = await load(() =>
    Promise.all([portal.directory.listLocations(query), readChoices(portal, query)]),
  );
  const create = portal.may("createLocation") && (
    <CreateLink href="/locations/new">{t("new")}</CreateLink>
  );
  return (
    <>
      <PageHeader title={t("title")} actions={create} />
      {!portal.offers("getLocation") && <OpenById label={t("openById")} example="loc_…" />}
      {failure ?? (
        <LocationsTable page={data[0]} query={query} choices={data[1]} serverNow={Date.now()} />
      )}
    </>
  );
}
