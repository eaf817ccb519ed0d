import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { DeviceFacts } from "@/components/devices/device-facts.tsx";
import { placeName } from "@/components/locations/place.ts";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { askedId, type OnePage } from "../../asked.ts";
import { load } from "../../load.tsx";

export const metadata: Metadata = { title: "Device" };

export default async function DevicePage(page: OnePage) {
  const id = await askedId(page);
  const { directory } = await openPortal(await requireUser());
  const { data: device, failure } = await load(() => directory.getDevice(id));
  if (failure) return failure;
  if (!device) notFound();
  const location = await load(() => directory.getLocation(device.location_id));
  const place = location.data ? placeName(location.data) : device.location_id;

  return (
    <>
      <PageHeader
        title={device.name}
        subtitle={
          <Link className="link" href={`/locations/${encodeURIComponent(device.location_id)}`}>
            {place}
          </Link>
        }
        backHref="/devices"
        backLabel="Devices"
      />
      <Card>
        <DeviceFacts device={device} />
      </Card>
    </>
  );
}
