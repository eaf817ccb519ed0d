import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { draftAsked } from "@/components/controls/asked-draft.ts";
import { IssueControl } from "@/components/controls/issue-control.tsx";
import { targetAsked } from "@/components/controls/order.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { openPortal } from "@/lib/portal/door.ts";
import { requireStaff } from "@/lib/portal/session.ts";
import { askedFor, type AskedPage } from "../../asked.ts";
import { load } from "../../load.tsx";
import { consoleOffers } from "../console-offers.ts";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("controls"))("issue"),
});

export default async function NewControlPage({ searchParams }: AskedPage) {
  const portal = await openPortal(await requireStaff());
  if (!portal.may("controlBiddingZone")) notFound();
  const t = await getTranslations("controls");
  const { directory, user } = portal;
  const asked = await searchParams;
  const wanted = askedFor(asked, "target");
  const { data, failure } = await load(() =>
    Promise.all([
      directory.listGroups({ page_size: 100, sort: "name" }),
      wanted && wanted !== "NL" ? directory.getGroup(wanted) : null,
    ]),
  );
  const offers = consoleOffers(portal);
  const initial = draftAsked(
    (name) => (name === "reason" && !offers.reason ? "" : askedFor(asked, name)),
    targetAsked(wanted, data?.[1] ?? null),
  );
  return (
    <>
      <PageHeader
        title={t("issue")}
        backHref="/controls"
        backLabel={t("title")}
        subtitle={t("console.subtitle")}
      />
      {failure ?? (
        <IssueControl
          groups={{ ...data[0], items: data[0].items.map(({ id, name }) => ({ id, name })) }}
          initial={initial}
          offers={offers}
          by={user.id}
          serverNow={Date.now()}
        />
      )}
    </>
  );
}
