import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { KeysTable } from "@/components/keys/keys-table.tsx";
import { NewKey } from "@/components/keys/new-key.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { biddingZone } from "@/lib/contract/index.ts";
import { openPortal } from "@/lib/portal/door.ts";
import { requireLevel } from "@/lib/portal/session.ts";
import { groupChoices } from "../group-choices.ts";
import { load } from "../load.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("keys"))("title") };
}

export default async function KeysPage() {
  const portal = await openPortal(await requireLevel("admin"));
  const t = await getTranslations("keys");
  if (!portal.offers("listApiKeys")) {
    return (
      <>
        <PageHeader title={t("title")} />
        <Empty title={t("notOffered")} hint={t("notOfferedHint")} />
      </>
    );
  }
  const { data, failure } = await load(() => portal.call("listApiKeys", {}));
  const keys = data?.data.data ?? [];
  const groups = (await load(() => groupChoices(portal.directory))).data ?? [];
  return (
    <>
      <PageHeader
        title={t("title")}
        subtitle={t("hint")}
        actions={<NewKey among={{ zones: biddingZone.options, groups }} />}
      />
      {failure}
      {keys.length > 0 && <KeysTable keys={keys} groups={groups} now={Date.now()} />}
      {data && keys.length === 0 && <Empty title={t("empty")} hint={t("emptyHint")} />}
    </>
  );
}
