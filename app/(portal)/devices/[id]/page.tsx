import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { DeviceFacts, DeviceHeader } from "@/components/devices/device-facts.tsx";
import { DeviceHistory } from "@/components/devices/device-history.tsx";
import { formatsOf } from "@/components/format.ts";
import { Card } from "@/components/ui/card.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { askedId, type OnePage } from "../../asked.ts";
import { load } from "../../load.tsx";
import { withPlaces } from "../with-places.ts";
import { readDeviceHistory } from "./read-device-history.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("devices"))("one") };
}

export default async function DevicePage(page: OnePage) {
  const id = await askedId(page);
  const portal = await openPortal(await requireUser());
  const f = formatsOf(await getLocale());
  const { directory } = portal;
  const { data: device, failure } = await load(async () => {
    const known = await directory.getDevice(id);
    return known && (await withPlaces(directory, [known], f))[0];
  });
  if (failure) return failure;
  if (!device) notFound();
  const history = await load(() => readDeviceHistory(portal, device));
  const isStaff = portal.user.role === "staff";
  return (
    <>
      <DeviceHeader device={device} />
      <div className="grid grid-cols-1 gap-4">
        <Card>
          <DeviceFacts device={device} isStaff={isStaff} />
        </Card>
        {history.failure}
        {history.data && <DeviceHistory device={device} {...history.data} plain={!isStaff} />}
      </div>
    </>
  );
}
