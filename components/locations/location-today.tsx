import { useTranslations } from "next-intl";
import type { Area, AreaCapabilities } from "@/lib/contract/areas.ts";
import { SubscribeArea } from "@/components/live/use-live-area.ts";
import { StatusMetrics } from "@/components/status/status-metrics.tsx";
import { Card } from "@/components/ui/card.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import type { PartialDevice, PartialLocation, Page } from "@/lib/portal/directory/types.ts";
import {
  LocationHistory,
  type LocationControlsInitial,
} from "../power-history/location-history.tsx";
import { getLocationName } from "@/lib/i18n/address.ts";
import {
  allSources,
  type MeasurementSource,
} from "@/components/power-history/measurement-source.ts";

/** The sources that a location's chart can show: the connection, and the classes of its devices. */
export const sourcesAt = (
  devices: readonly Pick<PartialDevice, "device_type">[],
): MeasurementSource[] =>
  allSources.filter(
    (subject) =>
      subject === "CONNECTION" || devices.some(({ device_type }) => device_type === subject),
  );

/** The status and history of a location; `plain` for customers. */
export function LocationToday({
  id,
  location,
  capabilities,
  hasControls,
  status,
  touched,
  devices,
  plain,
}: {
  id: string;
  /** Null where the service does not provide it. */
  location: PartialLocation | null;
  capabilities: AreaCapabilities;
  /** The status that came with the page; null where the service does not provide it. */
  status: LiveStatus | null;
  touched: LocationControlsInitial;
  hasControls: boolean;
  devices: Page<PartialDevice>;
  plain: boolean;
}) {
  const t = useTranslations("locations");
  const f = useFormats();
  const area: Area = { kind: "location", id };
  const isAllHere = devices.complete && devices.items.length === devices.total;
  return (
    <>
      {capabilities.status && <SubscribeArea area={area} />}
      {capabilities.status && <StatusMetrics area={area} initial={status} plain={plain} />}
      <Card title={plain ? t("toAndFrom") : t("netInjection")}>
        <LocationHistory
          id={id}
          name={location ? getLocationName(location, f) : undefined}
          capabilities={capabilities}
          touched={touched}
          hasControls={hasControls}
          plain={plain}
          subjects={isAllHere ? sourcesAt(devices.items) : undefined}
        />
      </Card>
    </>
  );
}
