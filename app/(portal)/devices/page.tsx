import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { DevicesTable } from "@/components/devices/devices-table.tsx";
import { formatsOf } from "@/components/format.ts";
import { OpenById } from "@/components/table/open-by-id.tsx";
import { parseTableQuery } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { followId, type AskedPage } from "../asked.ts";
import { load } from "../load.tsx";
import { readDevices } from "./read-devices.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("devices"))("title") };
}

export default async function DevicesPage({ searchParams }: AskedPage) {
  const asked = await searchParams;
  const { user, directory, offers } = await openPortal(await requireUser());
  const t = await getTranslations("devices");
  followId("/devices", asked);
  const query = parseTableQuery("listDevices", asked);
  const f = formatsOf(await getLocale());
  const { data, failure } = await load(() => readDevices(directory, query, f));

  return (
    <>
      <PageHeader title={t("title")} />
      {!offers("listDevices") && <OpenById label={t("openById")} example="00000000-0000-…" />}
      {failure ?? <DevicesTable {...data} query={query} plain={user.role === "customer"} />}
    </>
  );
}
