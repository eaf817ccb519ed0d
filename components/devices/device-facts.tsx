import { formatDay } from "@/components/format.ts";
import { Facts } from "@/components/table/facts.tsx";
import { DevicePicture, deviceKinds } from "./device-kinds.tsx";
import type { DeviceRow } from "./devices-table.tsx";
import { describeRatings } from "./ratings.ts";

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
            ["Id", <code key="id">{device.id}</code>],
          ]}
        />
      </div>
    </div>
  );
}
