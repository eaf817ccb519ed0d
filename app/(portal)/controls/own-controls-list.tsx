import { getTranslations } from "next-intl/server";
import { OwnControls, OwnControlsPaging } from "@/components/home/lazy-controls.tsx";
import { parseTableQuery, type SearchParams } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Portal } from "@/lib/portal/door.ts";
import { readEquipped, readPartsOf } from "../home-readings.ts";
import { load } from "../load.tsx";

/** The controls that touched a customer's locations, for that customer. */
export async function OwnControlsList({ portal, asked }: { portal: Portal; asked: SearchParams }) {
  const t = await getTranslations("home.happened");
  const query = parseTableQuery("listCustomerControls", asked);
  const now = Date.now();
  const { data, failure } = await load(async () => {
    const [page, places] = await Promise.all([
      portal.directory.listOwnControls({ customerId: portal.user.customerId ?? "" }, query),
      readEquipped(portal),
    ]);
    return { page, places, parts: await readPartsOf(portal, places, page.items, now) };
  });
  return (
    <>
      <PageHeader title={t("title")} subtitle={t("subtitle")} />
      {failure ?? (
        <>
          <OwnControls {...data} serverNow={now} heading="h2" />
          <OwnControlsPaging total={data.page.total} query={query} />
        </>
      )}
    </>
  );
}
