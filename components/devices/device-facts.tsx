import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Link } from "@/components/ui/link.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { DeviceTypeIcon } from "./device-types.tsx";
import { type DeviceRow, describeRatings } from "./device-columns.tsx";
import type { AreaCapabilities } from "@/lib/contract/areas.ts";
import {
  LocationHistory,
  type LocationControlsInitial,
} from "@/components/power-history/location-history.tsx";
import { Card } from "@/components/ui/card.tsx";

/** The heading of a device's page, with a link to its location. */
export function DeviceHeader({ device }: { device: DeviceRow }) {
  const t = useTranslations("devices");
  const { name, location_id, locationName } = device;
  return (
    <PageHeader
      title={name}
      subtitle={
        <Link className="link" href={`/locations/${encodeURIComponent(location_id)}`}>
          {locationName ?? location_id}
        </Link>
      }
      backHref="/devices"
      backLabel={t("title")}
    />
  );
}

/** The details of a device with its icon; for customers only its main rating. */
export function DeviceFacts({ device, isStaff }: { device: DeviceRow; isStaff: boolean }) {
  const t = useTranslations("devices");
  const f = useFormats();
  const ratings = device.ratings ? describeRatings(device.ratings, t, f) : [];
  const ownerLink = isStaff
    ? [[t("brand"), device.brand] as [string, string], ...ratings]
    : ratings.slice(0, 1);
  return (
    <div className="flex flex-col gap-5 sm:flex-row sm:gap-6">
      <DeviceTypeIcon type={device.device_type} />
      <div className="min-w-0 flex-1">
        <DescriptionList
          entries={[
            [t("type"), t(`types.${device.device_type}`)],
            ...ownerLink,
            [t("registered"), f.day(device.created_at)],
          ]}
          id={isStaff ? device.id : undefined}
        />
      </div>
    </div>
  );
}

/**
 * The measurements of a device: the service has them for all devices of one type at a location, and
 * for a meter those of the connection. `plain` is the wording for customers.
 */
export function DeviceHistory({
  device: { device_type, location_id, locationName = "" },
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
      subtitle={isOne ? undefined : t(`together.${device_type}`, { place: locationName })}
    >
      <LocationHistory
        id={location_id}
        name={locationName}
        capabilities={capabilities}
        touched={touched}
        hasControls={hasControls}
        plain={plain}
        subjects={[isMeter ? "CONNECTION" : device_type]}
      />
    </Card>
  );
}
