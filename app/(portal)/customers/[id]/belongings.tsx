import { getTranslations } from "next-intl/server";
import { FeltControls } from "@/components/controls/lazy.tsx";
import { LocationsCard } from "@/components/locations/locations-card.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import type { PageQuery } from "@/components/table/table-state.ts";
import type { KnownLocation, Page } from "@/lib/portal/directory.ts";
import type { Portal } from "@/lib/portal/door.ts";
import { load } from "../../load.tsx";

/** The first locations of a customer, and the way to another one for who may make it. */
export async function CustomerLocations({
  portal,
  id,
  locations,
}: {
  portal: Portal;
  id: string;
  locations: Page<KnownLocation>;
}) {
  const t = await getTranslations("customers");
  const key = encodeURIComponent(id);
  return (
    <LocationsCard
      page={locations}
      allHref={`/locations?customer_id=${key}`}
      empty={locations.complete ? t("locationsEmpty") : t("locationsUnknown")}
      whose="customers"
      actions={
        portal.may("createLocation") && (
          <CreateLink size="sm" variant="secondary" href={`/locations/new?customer=${key}`}>
            {t("newLocation")}
          </CreateLink>
        )
      }
    />
  );
}

/** The controls that touched a customer's locations. */
export async function CustomerControls({
  portal,
  id,
  query,
}: {
  portal: Portal;
  id: string;
  query: PageQuery;
}) {
  const t = await getTranslations("customers");
  const { data, failure } = await load(() =>
    portal.directory.listOwnControls({ customerId: id }, query),
  );
  if (failure) return failure;
  return (
    <FeltControls
      title={t("controlsTitle")}
      empty={t("controlsEmpty")}
      page={data}
      query={query}
      serverNow={Date.now()}
    />
  );
}
