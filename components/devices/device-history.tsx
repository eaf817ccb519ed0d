import { useTranslations } from "next-intl";
import type { AreaOffers } from "@/components/api/areas.ts";
import { LocationHistory, type TouchedBy } from "@/components/locations/location-history.tsx";
import { Card } from "@/components/ui/card.tsx";
import { useFormats } from "@/components/use-formats.ts";
import type { DeviceRow } from "./device-columns.tsx";

/**
 * What was measured of a device: of all of its kind at its location, as a service tells it, and of a
 * meter what goes through the connection. `plain` for the people who live there.
 */
export function DeviceHistory({
  device: { device_type, location_id, place = "" },
  alike,
  offers,
  offersControls,
  touched,
  plain,
}: {
  device: DeviceRow;
  /** How many of its kind there are at its location. */
  alike: number;
  offers: AreaOffers;
  /** Whether the service tells which controls touched the location. */
  offersControls: boolean;
  touched: TouchedBy;
  plain: boolean;
}) {
  const t = useTranslations("devices.measured");
  const f = useFormats();
  const isMeter = device_type === "METER";
  return (
    <Card
      title={t(`title.${device_type}`)}
      subtitle={
        !isMeter && alike > 1
          ? t(`together.${device_type}`, { count: f.count(alike), place })
          : undefined
      }
    >
      <LocationHistory
        id={location_id}
        name={place}
        offers={offers}
        touched={touched}
        offersControls={offersControls}
        plain={plain}
        subjects={[isMeter ? "CONNECTION" : device_type]}
      />
    </Card>
  );
}
