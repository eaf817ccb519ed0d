import { getTranslations } from "next-intl/server";
import { OwnControls } from "@/components/home/lazy.tsx";
import { OwnControlsPaging } from "@/components/home/own-controls-paging.tsx";
import { parseTableQuery, type SearchParams } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Portal } from "@/lib/portal/door.ts";
import { readEquipped } from "../home-readings.ts";
import { load } from "../load.tsx";

/** The controls that touched a customer's locations, for that customer. */
export async function OwnControlsList({ portal, asked }: { portal: Portal; asked: SearchParams }) {
  const t = await getTranslations("home.happened");
  const query = parseTableQuery("listCustomerControls", asked);
  const { data, failure } = await load(() =>
    Promise.all([
      portal.directory.listOwnControls({ customerId: portal.user.customerId ?? "" }, query),
      readEquipped(portal),
    ]),
  );
  return (
    <>
      <PageHeader title={t("title")} subtitle={t("subtitle")} />
      {failure ?? (
        <>
          <OwnControls page={data[0]} places={data[1]} serverNow={Date.now()} heading="h2" />
          <OwnControlsPaging total={data[0].total} query={query} />
        </>
      )}
    </>
  );
}
