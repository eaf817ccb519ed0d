import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DeviceFacts, DeviceHeader } from "@/components/devices/device-facts.tsx";
import { Card } from "@/components/ui/card.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { askedId, type OnePage } from "../../asked.ts";
import { load } from "../../load.tsx";
import { withPlaces } from "../with-places.ts";

export const metadata: Metadata = { title: "Device" };

export default async function DevicePage(page: OnePage) {
  const id = await askedId(page);
  const { directory } = await openPortal(await requireUser());
  const { data: device, failure } = await load(async () => {
    const known = await directory.getDevice(id);
    return known && (await withPlaces(directory, [known]))[0];
  });
  if (failure) return failure;
  if (!device) notFound();
  return (
    <>
      <DeviceHeader device={device} />
      <Card>
        <DeviceFacts device={device} />
      </Card>
    </>
  );
}
