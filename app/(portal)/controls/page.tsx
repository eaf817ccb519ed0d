import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { ControlsTable } from "@/components/controls/controls-table.tsx";
import { OwnControls } from "@/components/home/own-controls.tsx";
import { OwnControlsPaging } from "@/components/home/own-controls-paging.tsx";
import { parseTableQuery, type SearchParams } from "@/components/table/table-query.ts";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal, type Portal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { followId, type AskedPage } from "../asked.ts";
import { load } from "../load.tsx";

export const metadata: Metadata = { title: "Controls" };

export default async function ControlsPage({ searchParams }: AskedPage) {
  const portal = await openPortal(await requireUser());
  const asked = await searchParams;
  return portal.user.role === "staff" ? staffPage(portal, asked) : customerPage(portal, asked);
}

async function staffPage({ directory }: Portal, asked: SearchParams) {
  followId("/controls", asked);
  const query = parseTableQuery("listControlSummaries", asked);
  const { data, failure } = await load(() => directory.listControls(query));
  const issue = (
    <ButtonLink variant="primary" href="/controls/new">
      <Plus aria-hidden className="size-4" />
      Issue control
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Controls" actions={issue} />
      {failure ?? <ControlsTable page={data} query={query} serverNow={Date.now()} />}
    </>
  );
}

async function customerPage({ directory, user }: Portal, asked: SearchParams) {
  const query = parseTableQuery("listCustomerControls", asked);
  const { data, failure } = await load(() =>
    directory.listOwnControls({ customerId: user.customerId ?? "" }, query),
  );
  return (
    <>
      <PageHeader
        title="What happened"
        subtitle="When your installations were, are or will be asked to produce or consume differently."
      />
      {failure ?? (
        <>
          <OwnControls page={data} serverNow={Date.now()} />
          <OwnControlsPaging total={data.total} page={query.page} pageSize={query.page_size} />
        </>
      )}
    </>
  );
}
