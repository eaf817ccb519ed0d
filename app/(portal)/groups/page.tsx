import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GroupsTable } from "@/components/groups/groups-table.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { OpenById } from "@/components/table/open-by-id.tsx";
import { parseTableQuery } from "@/components/table/table-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { followId, type AskedPage } from "../asked.ts";
import { load } from "../load.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("groups"))("title") };
}

export default async function GroupsPage({ searchParams }: AskedPage) {
  const asked = await searchParams;
  const { directory, may, offers } = await openPortal(await requireStaff());
  const t = await getTranslations("groups");
  followId("/groups", asked);
  const query = parseTableQuery("listGroups", asked);
  const { data, failure } = await load(() => directory.listGroups(query));
  const mayCreate = may("createGroup");
  const create = mayCreate && <CreateLink href="/groups/new">{t("new")}</CreateLink>;

  return (
    <>
      <PageHeader title={t("title")} actions={create} />
      {!offers("getGroup") && <OpenById label={t("openById")} example="grp_…" />}
      {failure ?? <GroupsTable page={data} query={query} mayCreate={mayCreate} />}
    </>
  );
}
