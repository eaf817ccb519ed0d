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
import { readDevice } from "./read-device.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("devices"))("one") };
}

export default async function DevicePage(page: OnePage) {
  const id = await askedId(page);
  const portal = await openPortal(await requireUser());
  const f = formatsOf(await getLocale());
  const { data, failure } = await load(() => readDevice(portal, id, f));
  if (failure) return failure;
  if (!data) notFound();
  const { device, history } = data;
  const isStaff = portal.user.role === "staff";
  return (
    <>
      <DeviceHeader device={device} />
      <div className="grid grid-cols-1 gap-4">
        <Card>
          <DeviceFacts device={device} isStaff={isStaff} />
        </Card>
        {history && <DeviceHistory device={device} {...history} plain={!isStaff} />}
      </div>
    </>
  );
}
