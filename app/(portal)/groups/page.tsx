import type { Metadata } from "next";
import { GroupsTable } from "@/components/groups/groups-table.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { OpenById } from "@/components/table/open-by-id.tsx";
import { parseTableQuery } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { followId, type AskedPage } from "../asked.ts";
import { load } from "../load.tsx";

export const metadata: Metadata = { title: "Groups" };

export default async function GroupsPage({ searchParams }: AskedPage) {
  const asked = await searchParams;
  const { directory, offers } = await openPortal(await requireStaff());
  followId("/groups", asked);
  const query = parseTableQuery("listGroups", asked);
  const { data, failure } = await load(() => directory.listGroups(query));
  const create = <CreateLink href="/groups/new">New group</CreateLink>;

  return (
    <>
      <PageHeader title="Groups" actions={create} />
      {!offers("getGroup") && <OpenById noun="group" example="grp_…" />}
      {failure ?? <GroupsTable page={data} query={query} />}
    </>
  );
}
