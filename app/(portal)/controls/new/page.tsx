import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { parseDraft } from "@/components/controls/parse-draft.ts";
import { IssueControl } from "@/components/controls/issue/issue-control.tsx";
import { IssueNotAllowed } from "@/components/controls/issue/issue-not-allowed.tsx";
import { parseTarget, toRepeatable } from "@/components/controls/control-draft.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { getParam, type SearchPage } from "@/lib/portal/queries/list-query.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { readIssueForm } from "@/lib/portal/queries/issue-form.ts";
import { getIssueCapabilities } from "@/lib/portal/queries/control-capabilities.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("controls"))("issue"),
});

async function NewControlPage({ searchParams }: SearchPage) {
  const portal = await createPortalClient(await requireStaff());
  if (!portal.isAllowed("controlBiddingZone")) return <IssueNotAllowed />;
  const t = await getTranslations("controls");
  const search = await searchParams;
  const targetId = getParam(search, "target");
  const { data, problem } = await load(() => readIssueForm(portal, targetId));
  const capabilities = getIssueCapabilities(portal);
  const now = Date.now();
  const initial = parseDraft(
    (name) => (name === "reason" && !capabilities.reason ? "" : getParam(search, name)),
    parseTarget(targetId, data?.group ?? null),
    now,
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
          groups={data.groups}
          last={data.last && toRepeatable(data.last)}
          templates={data.templates}
          initial={initial}
          capabilities={capabilities}
          by={portal.user.id}
          serverNow={now}
        />
      )}
    </>
  );
}

export default withMessages("/controls/new", NewControlPage);
