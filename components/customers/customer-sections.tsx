import { useTranslations } from "next-intl";
import { LocationControlsTable } from "@/components/controls/list/location-controls-table.dynamic.tsx";
import { LocationsCard } from "@/components/locations/locations-card.tsx";
import { LocationRows } from "@/components/locations/locations.dynamic.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import type { PageQuery } from "@/components/table/table-state.ts";
import type { PartialLocation, Page } from "@/lib/portal/directory/types.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";

/** The first locations of a customer, and the way to another one for who may make it. */
export function CustomerLocations({
  id,
  locations,
  mayCreate,
}: {
  id: string;
  locations: Page<PartialLocation>;
  mayCreate: boolean;
}) {
  const t = useTranslations("customers");
  const key = encodeURIComponent(id);
  return (
    <LocationsCard
      page={locations}
      allHref={`/locations?customer_id=${key}`}
      empty={locations.complete ? t("locationsEmpty") : t("locationsUnknown")}
      actions={
        mayCreate && (
          <CreateLink size="sm" variant="secondary" href={`/locations/new?customer=${key}`}>
            {t("newLocation")}
          </CreateLink>
        )
      }
    >
      <LocationRows locations={locations.items} whose="customers" serverNow={Date.now()} />
    </LocationsCard>
  );
}

/** The controls that affected a customer's locations. */
export function CustomerControls({
  page,
  query,
}: {
  page: Page<LocatedControl>;
  query: PageQuery;
}) {
  const t = useTranslations("customers");
  return (
    <LocationControlsTable
      title={t("controlsTitle")}
      empty={t("controlsEmpty")}
      page={page}
      query={query}
      serverNow={Date.now()}
    />
  );
}
