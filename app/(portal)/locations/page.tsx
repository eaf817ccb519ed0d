import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LocationsTable } from "@/components/locations/locations-table.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { IdLookup } from "@/components/table/id-lookup.tsx";
import { parseTableQuery, redirectToId, type SearchPage } from "@/lib/portal/queries/list-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { readLocationOptions } from "@/lib/portal/queries/location.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("locations"))("title") };
}

async function LocationsPage({ searchParams }: SearchPage) {
  const search = await searchParams;
  const portal = await createPortalClient(await requireUser());
  const t = await getTranslations("locations");
  redirectToId("/locations", search);
  const query = parseTableQuery("listLocations", search);
  const { data, problem } = await load(() =>
    Promise.all([portal.directory.listLocations(query), readLocationOptions(portal, query)]),
  );
  const create = portal.isAllowed("createLocation") && (
    <CreateLink href="/locations/new">{t("new")}</CreateLink>
  );
  return (
    <>
      <PageHeader title={t("title")} actions={create} />
      {!portal.supports("getLocation") && <IdLookup label={t("openById")} example="loc_…" />}
      {problem ? (
        <LoadError problem={problem} />
      ) : (
        <LocationsTable page={data[0]} query={query} choices={data[1]} serverNow={Date.now()} />
      )}
    </>
  );
}

export default withMessages("/locations", LocationsPage);
