import { useTranslations } from "next-intl";
import type { AreaCapabilities } from "@/lib/contract/areas.ts";
import {
  LocationHistory,
  type LocationControlsInitial,
} from "@/components/power-history/location-history.tsx";
import { Card } from "@/components/ui/card.tsx";
import type { DeviceRow } from "./device-columns.tsx";

/**
 * What was measured of a device: of all of its kind at its location, as a service tells it, and of a
 * meter what goes through the connection. `plain` for the people who live there.
 */
export function DeviceHistory({
  device: { device_type, location_id, place = "" },
  isOne,
  capabilities,
  hasControls,
  touched,
  plain,
}: {
  device: DeviceRow;
  /** Whether it is known to be the only one of its kind at its location. */
  isOne: boolean;
  capabilities: AreaCapabilities;
  /** Whether the service provides the controls of a location. */
  hasControls: boolean;
  touched: LocationControlsInitial;
  plain: boolean;
}) {
  const t = useTranslations("devices.measured");
  const isMeter = device_type === "METER";
  return (
    <Card
      title={t(`title.${device_type}`)}
      subtitle={isOne ? undefined : t(`together.${device_type}`, { place })}
    >
      <LocationHistory
        id={location_id}
        name={place}
        capabilities={capabilities}
        touched={touched}
        hasControls={hasControls}
        plain={plain}
        subjects={[isMeter ? "CONNECTION" : device_type]}
      />
    </Card>
  );
}
