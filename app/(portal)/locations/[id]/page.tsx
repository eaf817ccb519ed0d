import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { LocationFacts, LocationHeader } from "@/components/locations/location-facts.tsx";
import { LocationToday } from "@/components/locations/location-today.tsx";
import {
  parseTableQuery,
  getRouteId,
  type SearchPage,
  type ResourcePage,
} from "@/lib/portal/queries/list-query.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import {
  LocationControls,
  LocationDevicesCard,
} from "@/components/locations/location-sections.tsx";
import { readLocation } from "@/lib/portal/queries/location.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("locations"))("one") };
}

async function LocationPage(page: ResourcePage & SearchPage) {
  const id = await getRouteId(page);
  const portal = await createPortalClient(await requireUser());
  const query = parseTableQuery("listLocationControls", await page.searchParams);
  const { data, problem } = await load(() => readLocation(portal, id, query));
  if (problem) return <LoadError problem={problem} />;
  const { location, today, devices, controls, locationControls } = data;
  const isStaff = portal.user.role === "staff";
  if (!location && (portal.supports("getLocation") || !isStaff)) notFound();
  return (
    <>
      <LocationHeader id={id} location={location} isStaff={isStaff} />
      <div className="grid grid-cols-1 gap-4">
        <LocationToday id={id} location={location} {...today} devices={devices} plain={!isStaff} />
        <LocationDevicesCard portal={portal} locationId={id} devices={devices} />
        {portal.supports("listLocationControls") && (
          <LocationControls controls={controls} locationControls={locationControls} query={query} />
        )}
        {location && <LocationFacts location={location} isStaff={isStaff} />}
      </div>
    </>
  );
}

export default withMessages("/locations/[id]", LocationPage);
