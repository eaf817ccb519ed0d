import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { DeviceForm } from "@/components/devices/device-form.tsx";
import { formatsOf } from "@/components/format.ts";
import { placeName } from "@/components/locations/place.ts";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { askedId, type OnePage } from "../../../../asked.ts";
import { knownBrands } from "../../../../devices/known-brands.ts";
import { load } from "../../../../load.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("devices"))("register") };
}

export default async function NewDevicePage(page: OnePage) {
  const id = await askedId(page);
  const { directory, may, offers } = await openPortal(await requireStaff());
  if (!may("registerDevice") || !offers("registerDevice")) notFound();
  const t = await getTranslations("devices");
  const { data, failure } = await load(() =>
    Promise.all([directory.getLocation(id), knownBrands(directory)]),
  );
  if (failure) return failure;
  const [location, brands] = data;
  if (!location) notFound();
  const place = placeName(location, formatsOf(await getLocale()));

  return (
    <>
      <PageHeader
        title={t("register")}
        backHref={`/locations/${encodeURIComponent(id)}`}
        backLabel={place}
      />
      <Card className="max-w-3xl">
        <DeviceForm locationId={id} brands={brands} />
      </Card>
    </>
  );
}
