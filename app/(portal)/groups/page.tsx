import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GroupsTable } from "@/components/groups/groups-table.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import { IdLookup } from "@/components/table/id-lookup.tsx";
import { parseTableQuery, redirectToId, type SearchPage } from "@/lib/portal/queries/list-query.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("groups"))("title") };
}

async function GroupsPage({ searchParams }: SearchPage) {
  const search = await searchParams;
  const { directory, isAllowed, supports } = await createPortalClient(await requireStaff());
  const t = await getTranslations("groups");
  redirectToId("/groups", search);
  const query = parseTableQuery("listGroups", search);
  const { data, problem } = await load(() => directory.listGroups(query));
  const mayCreate = isAllowed("createGroup");
  const create = mayCreate && <CreateLink href="/groups/new">{t("new")}</CreateLink>;

  return (
    <>
      <PageHeader title={t("title")} actions={create} />
      {!supports("getGroup") && <IdLookup label={t("openById")} example="grp_…" />}
      {problem ? (
        <LoadError problem={problem} />
      ) : (
        <GroupsTable page={data} query={query} mayCreate={mayCreate} />
      )}
    </>
  );
}

export default withMessages("/groups", GroupsPage);
