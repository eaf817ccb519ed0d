import { useTranslations } from "next-intl";
import { LocationDevices } from "@/components/devices/devices.dynamic.tsx";
import { Activity } from "@/components/customer-home/activity.dynamic.tsx";
import { LocationControlsTable } from "@/components/controls/list/location-controls-table.dynamic.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import type { PageQuery } from "@/components/table/table-state.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import type { PartialDevice, Page } from "@/lib/portal/directory/types.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";

/** The devices of a location, and registering another where that is possible. */
export function LocationDevicesCard({
  portal,
  locationId,
  devices,
}: {
  portal: Portal;
  locationId: string;
  devices: Page<PartialDevice>;
}) {
  const t = useTranslations("locations");
  const noun = useTranslations("devices")("noun");
  const register = portal.isAllowed("registerDevice") && portal.supports("registerDevice");
  const key = encodeURIComponent(locationId);
  return (
    <ListCard
      title={t("devices")}
      noun={noun}
      rowCount={devices.items.length}
      total={devices.total}
      allHref={`/devices?location_id=${key}`}
      empty={devices.complete ? t("devicesEmpty") : t("devicesUnknown")}
      actions={
        register && (
          <CreateLink size="sm" variant="secondary" href={`/locations/${key}/devices/new`}>
            {t("registerDevice")}
          </CreateLink>
        )
      }
    >
      <LocationDevices devices={devices.items} />
    </ListCard>
  );
}

/** The controls that touched a location: the latest in sentences for who lives there, all for staff. */
export function LocationControls({
  controls,
  locationControls,
  query,
}: {
  controls: Page<LocatedControl>;
  /** The page in the URL, for staff; null for the customer. */
  locationControls: Page<LocatedControl> | null;
  query: PageQuery;
}) {
  const t = useTranslations("locations");
  if (locationControls === null) {
    return (
      <section className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">{t("activity")}</h2>
        <Activity page={controls} serverNow={Date.now()} maxItems={5} />
      </section>
    );
  }
  return (
    <LocationControlsTable
      title={t("controlsTitle")}
      empty={t("controlsEmpty")}
      page={locationControls}
      query={query}
      serverNow={Date.now()}
    />
  );
}
