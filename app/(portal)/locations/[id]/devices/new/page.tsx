import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DeviceForm } from "@/components/devices/device-form.tsx";
import { placeName } from "@/components/locations/place.ts";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { askedId, type OnePage } from "../../../../asked.ts";
import { load } from "../../../../load.tsx";

export const metadata: Metadata = { title: "Register device" };

export default async function NewDevicePage(page: OnePage) {
  const id = await askedId(page);
  const { directory, offers } = await openPortal(await requireStaff());
  if (!offers("registerDevice")) notFound();
  const { data, failure } = await load(() =>
    Promise.all([directory.getLocation(id), directory.listDevices({ page_size: 100 })]),
  );
  if (failure) return failure;
  const [location, devices] = data;
  if (!location) notFound();
  const brands = [...new Set(devices.items.map(({ brand }) => brand))].sort();
  const place = placeName(location);

  return (
    <>
      <PageHeader
        title="Register device"
        backHref={`/locations/${encodeURIComponent(id)}`}
        backLabel={place}
      />
      <Card className="max-w-3xl">
        <DeviceForm locationId={id} brands={brands} />
      </Card>
    </>
  );
}
