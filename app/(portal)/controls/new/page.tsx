import type { Metadata } from "next";
import { IssueControl } from "@/components/controls/issue-control.tsx";
import { targetAsked } from "@/components/controls/order.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { askedFor, type AskedPage } from "../../asked.ts";
import { load } from "../../load.tsx";

export const metadata: Metadata = { title: "Issue control" };

export default async function NewControlPage({ searchParams }: AskedPage) {
  const { directory, offers } = await openPortal(await requireStaff());
  const wanted = askedFor(await searchParams, "target");
  const { data, failure } = await load(() =>
    Promise.all([
      directory.listGroups({ page_size: 100, sort: "name" }),
      wanted && wanted !== "NL" ? directory.getGroup(wanted) : null,
    ]),
  );
  return (
    <>
      <PageHeader
        title="Issue control"
        backHref="/controls"
        backLabel="Controls"
        subtitle="Nothing is sent before you confirm."
      />
      {failure ?? (
        <IssueControl
          groups={{ ...data[0], items: data[0].items.map(({ id, name }) => ({ id, name })) }}
          initialTarget={targetAsked(wanted, data[1])}
          offersPreview={offers("previewBiddingZoneControl") && offers("previewGroupControl")}
          canCancel={offers("cancelControl") && offers("getControl")}
          serverNow={Date.now()}
        />
      )}
    </>
  );
}
