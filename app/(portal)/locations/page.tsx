import type { Metadata } from "next";
import { LocationsTable } from "@/components/locations/locations-table.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { OpenById } from "@/components/table/open-by-id.tsx";
import { parseTableQuery } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { followId, type AskedPage } from "../asked.ts";
import { load } from "../load.tsx";
import { locationFilters } from "./filters.ts";

export const metadata: Metadata = { title: "Locations" };

export default async function LocationsPage({ searchParams }: AskedPage) {
  const asked = await searchParams;
  const portal = await openPortal(await requireUser());
  followId("/locations", asked);
  const query = parseTableQuery("listLocations", asked);
  const { data, failure } = await load(() =>
    Promise.all([portal.directory.listLocations(query), locationFilters(portal, query)]),
  );
  const create = portal.may("createLocation") && (
    <CreateLink href="/locations/new">New location</CreateLink>
  );
  return (
    <>
      <PageHeader title="Locations" actions={create} />
      {!portal.offers("getLocation") && <OpenById noun="location" example="loc_…" />}
      {failure ?? (
        <LocationsTable
          page={data[0]}
          query={query}
          filters={data[1]}
          owner={portal.user.role === "staff"}
        />
      )}
    </>
  );
}
