import { OwnControls } from "@/components/home/own-controls.tsx";
import { OwnControlsPaging } from "@/components/home/own-controls-paging.tsx";
import { parseTableQuery, type SearchParams } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Portal } from "@/lib/portal/door.ts";
import { load } from "../load.tsx";

/** The controls that touched a customer's locations, for that customer. */
export async function OwnControlsList({ portal, asked }: { portal: Portal; asked: SearchParams }) {
  const query = parseTableQuery("listCustomerControls", asked);
  const { data, failure } = await load(() =>
    portal.directory.listOwnControls({ customerId: portal.user.customerId ?? "" }, query),
  );
  return (
    <>
      <PageHeader
        title="What happened"
        subtitle="When your installations were, are or will be asked to produce or consume differently."
      />
      {failure ?? (
        <>
          <OwnControls page={data} serverNow={Date.now()} heading="h2" />
          <OwnControlsPaging total={data.total} query={query} />
        </>
      )}
    </>
  );
}
