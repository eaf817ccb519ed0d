import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { parseDraft } from "@/components/controls/parse-draft.ts";
import { IssueControl } from "@/components/controls/issue/issue-control.tsx";
import { IssueNotAllowed } from "@/components/controls/issue/issue-not-allowed.tsx";
import { parseTarget } from "@/components/controls/control-draft.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { getParam, type SearchPage } from "@/lib/portal/queries/list-query.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { getIssueCapabilities } from "@/lib/portal/queries/control-capabilities.ts";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("controls"))("issue"),
});

export default async function NewControlPage({ searchParams }: SearchPage) {
  const portal = await createPortalClient(await requireStaff());
  if (!portal.isAllowed("controlBiddingZone")) return <IssueNotAllowed />;
  const t = await getTranslations("controls");
  const { directory, user } = portal;
  const search = await searchParams;
  const targetText = getParam(search, "target");
  const { data, problem } = await load(() =>
    Promise.all([
      directory.listGroups({ page_size: 100, sort: "name" }),
      targetText && targetText !== "NL" ? directory.getGroup(targetText) : null,
    ]),
  );
  const capabilities = getIssueCapabilities(portal);
  const initial = parseDraft(
    (name) => (name === "reason" && !capabilities.reason ? "" : getParam(search, name)),
    parseTarget(targetText, data?.[1] ?? null),
  );
  return (
    <>
      <PageHeader
        title={t("issue")}
        backHref="/controls"
        backLabel={t("title")}
        subtitle={t("console.subtitle")}
      />
      {problem ? (
        <LoadError problem={problem} />
      ) : (
        <IssueControl
          groups={{ ...data[0], items: data[0].items.map(({ id, name }) => ({ id, name })) }}
          initial={initial}
          capabilities={capabilities}
          by={user.id}
          serverNow={Date.now()}
        />
      )}
    </>
  );
}
