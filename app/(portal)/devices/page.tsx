import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { DevicesTable } from "@/components/devices/devices-table.tsx";
import { createFormats } from "@/lib/i18n/format.ts";
import { IdLookup } from "@/components/table/id-lookup.tsx";
import { parseTableQuery, redirectToId, type SearchPage } from "@/lib/portal/queries/list-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { readDevices } from "@/lib/portal/queries/devices.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("devices"))("title") };
}

async function DevicesPage({ searchParams }: SearchPage) {
  const search = await searchParams;
  const { user, directory, supports } = await createPortalClient(await requireUser());
  const t = await getTranslations("devices");
  redirectToId("/devices", search);
  const query = parseTableQuery("listDevices", search);
  const f = createFormats(await getLocale());
  const { data, problem } = await load(() => readDevices(directory, query, f));

  return (
    <>
      <PageHeader title={t("title")} />
      {!supports("listDevices") && <IdLookup label={t("openById")} example="00000000-0000-…" />}
      {problem ? (
        <LoadError problem={problem} />
      ) : (
        <DevicesTable {...data} query={query} plain={user.role === "customer"} />
      )}
    </>
  );
}

export default withMessages("/devices", DevicesPage);
