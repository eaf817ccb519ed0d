import { useTranslations } from "next-intl";
import { LocationDevices } from "@/components/devices/lazy.tsx";
import { OwnControls } from "@/components/home/lazy.tsx";
import { FeltControls } from "@/components/controls/lazy.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import type { OwnControl } from "@/lib/contract/locations.ts";
import type { KnownDevice, Page } from "@/lib/portal/directory.ts";
import type { Portal } from "@/lib/portal/door.ts";

/** The devices of a location, and registering another where that is possible. */
export function LocationDevicesCard({
  portal,
  locationId,
  devices,
}: {
  portal: Portal;
  locationId: string;
  devices: Page<KnownDevice>;
}) {
  const t = useTranslations("locations");
  const noun = useTranslations("devices")("noun");
  const register = portal.may("registerDevice") && portal.offers("registerDevice");
  const key = encodeURIComponent(locationId);
  return (
    <ListCard
      title={t("devices")}
      noun={noun}
      shown={devices.items.length}
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

/** The latest controls that touched a location: in sentences for who lives there. */
export function LocationControls({
  controls,
  isStaff,
}: {
  controls: Page<OwnControl>;
  isStaff: boolean;
}) {
  const t = useTranslations("locations");
  if (!isStaff) {
    return (
      <section className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">{t("happened")}</h2>
        <OwnControls page={controls} serverNow={Date.now()} most={5} />
      </section>
    );
  }
  return (
    <FeltControls
      title={t("controlsTitle")}
      empty={t("controlsEmpty")}
      page={controls}
      serverNow={Date.now()}
    />
  );
}
