import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { DeviceForm } from "@/components/devices/device-form.tsx";
import { createFormats } from "@/lib/i18n/format.ts";
import { getLocationName } from "@/lib/i18n/address.ts";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { getRouteId, type ResourcePage } from "@/lib/portal/queries/list-query.ts";
import { readDeviceBrands } from "@/lib/portal/queries/devices.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("devices"))("register") };
}

async function NewDevicePage(page: ResourcePage) {
  const id = await getRouteId(page);
  const { directory, isAllowed, supports } = await createPortalClient(await requireStaff());
  if (!isAllowed("registerDevice") || !supports("registerDevice")) notFound();
  const t = await getTranslations("devices");
  const { data, problem } = await load(() =>
    Promise.all([directory.getLocation(id), readDeviceBrands(directory)]),
  );
  if (problem) return <LoadError problem={problem} />;
  const [location, brands] = data;
  if (!location) notFound();
  const locationName = getLocationName(location, createFormats(await getLocale()));

  return (
    <>
      <PageHeader
        title={t("register")}
        backHref={`/locations/${encodeURIComponent(id)}`}
        backLabel={locationName}
      />
      <Card className="max-w-3xl">
        <DeviceForm locationId={id} brands={brands} />
      </Card>
    </>
  );
}

export default withMessages("/locations/[id]/devices/new", NewDevicePage);
