import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { KeysTable } from "@/components/api-keys/keys-table.tsx";
import { NewKey } from "@/components/api-keys/new-key.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { biddingZone } from "@/lib/contract/index.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireLevel } from "@/lib/portal/auth/session.ts";
import { readGroupOptions } from "@/lib/portal/queries/group.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("apiKeys"))("title") };
}

async function KeysPage() {
  const portal = await createPortalClient(await requireLevel("admin"));
  const t = await getTranslations("apiKeys");
  if (!portal.supports("listApiKeys")) {
    return (
      <>
        <PageHeader title={t("title")} />
        <Empty title={t("notOffered")} hint={t("notOfferedHint")} />
      </>
    );
  }
  const { data, problem } = await load(() => portal.call("listApiKeys", {}));
  const keys = data?.data.data ?? [];
  const groups = (await load(() => readGroupOptions(portal.directory))).data ?? [];
  const create = <NewKey options={{ zones: biddingZone.options, groups }} />;
  return (
    <>
      <PageHeader
        title={t("title")}
        subtitle={t("hint")}
        actions={(problem !== null || keys.length > 0) && create}
      />
      {problem && <LoadError problem={problem} />}
      {keys.length > 0 && <KeysTable keys={keys} groups={groups} now={Date.now()} />}
      {data && keys.length === 0 && (
        <Empty title={t("empty")} hint={t("emptyHint")} action={create} />
      )}
    </>
  );
}

export default withMessages("/keys", KeysPage);
