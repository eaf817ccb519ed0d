import { useTranslations } from "next-intl";
import { Facts } from "@/components/ui/facts.tsx";
import { Link } from "@/components/ui/link.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { useFormats } from "@/components/use-formats.ts";
import { DevicePicture } from "./device-kinds.tsx";
import type { DeviceRow } from "./device-columns.tsx";
import { describeRatings } from "./ratings.ts";

/** The heading of a device's page, with the way to where it stands. */
export function DeviceHeader({ device }: { device: DeviceRow }) {
  const t = useTranslations("devices");
  const { name, location_id, place } = device;
  return (
    <PageHeader
      title={name}
      subtitle={
        <Link className="link" href={`/locations/${encodeURIComponent(location_id)}`}>
          {place ?? location_id}
        </Link>
      }
      backHref="/devices"
      backLabel={t("title")}
    />
  );
}

/** What is known of one device, beside its picture. */
export function DeviceFacts({ device }: { device: DeviceRow }) {
  const t = useTranslations("devices");
  const f = useFormats();
  const ratings = device.ratings ? describeRatings(device.ratings, t, f) : [];
  return (
    <div className="flex flex-col gap-5 sm:flex-row sm:gap-6">
      <DevicePicture type={device.device_type} />
      <div className="min-w-0 flex-1">
        <Facts
          entries={[
            [t("type"), t(`types.${device.device_type}`)],
            [t("brand"), device.brand],
            ...ratings,
            [t("registered"), f.day(device.created_at)],
          ]}
          id={device.id}
        />
      </div>
    </div>
  );
}
