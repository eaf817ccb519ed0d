import { formatDay } from "@/components/format-english.ts";
import { Facts } from "@/components/ui/facts.tsx";
import { Link } from "@/components/ui/link.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { DevicePicture, deviceKinds } from "./device-kinds.tsx";
import type { DeviceRow } from "./devices-table.tsx";
import { describeRatings } from "./ratings.ts";

/** The heading of a device's page, with the way to where it stands. */
export function DeviceHeader({ device }: { device: DeviceRow }) {
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
      backLabel="Devices"
    />
  );
}

/** What is known of one device, beside its picture. */
export function DeviceFacts({ device }: { device: DeviceRow }) {
  const ratings = device.ratings ? describeRatings(device.ratings) : [];
  return (
    <div className="flex flex-col gap-5 sm:flex-row sm:gap-6">
      <DevicePicture type={device.device_type} />
      <div className="min-w-0 flex-1">
        <Facts
          entries={[
            ["Type", deviceKinds[device.device_type].label],
            ["Brand", device.brand],
            ...ratings,
            ["Registered", formatDay(device.created_at)],
          ]}
          id={device.id}
        />
      </div>
    </div>
  );
}
