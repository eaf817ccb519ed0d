import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { DeviceFacts, DeviceHeader, DeviceHistory } from "@/components/devices/device-facts.tsx";
import { createFormats } from "@/lib/i18n/format.ts";
import { Card } from "@/components/ui/card.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import { getRouteId, type ResourcePage } from "@/lib/portal/queries/list-query.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { readDeviceHistory, withAddresses } from "@/lib/portal/queries/devices.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("devices"))("one") };
}

async function DevicePage(page: ResourcePage) {
  const id = await getRouteId(page);
  const portal = await createPortalClient(await requireUser());
  const f = createFormats(await getLocale());
  const { directory } = portal;
  const { data: device, problem } = await load(async () => {
    const partialDevice = await directory.getDevice(id);
    return partialDevice && (await withAddresses(directory, [partialDevice], f))[0];
  });
  if (problem) return <LoadError problem={problem} />;
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
        {history.problem && <LoadError problem={history.problem} />}
        {history.data && <DeviceHistory device={device} {...history.data} plain={!isStaff} />}
      </div>
    </>
  );
}

export default withMessages("/devices/[id]", DevicePage);
