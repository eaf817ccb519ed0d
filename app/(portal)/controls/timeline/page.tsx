import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TimelinePage } from "@/components/controls/timeline/timeline.dynamic.tsx";
import { LoadError } from "@/components/layout/load-error.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { getParam, type SearchPage } from "@/lib/portal/queries/list-query.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { readTimeline } from "@/lib/portal/queries/staff-controls.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("controls.timeline"))("title") };
}

async function ControlTimelinePage({ searchParams }: SearchPage) {
  const portal = await createPortalClient(await requireStaff());
  const day = getParam(await searchParams, "day");
  const now = Date.now();
  const { data, problem } = await load(() => readTimeline(portal, day, now));
  const t = await getTranslations("controls");
  return (
    <>
      <PageHeader title={t("timeline.title")} backHref="/controls" backLabel={t("title")} />
      {problem && <LoadError problem={problem} />}
      {data && <TimelinePage {...data} serverNow={now} />}
    </>
  );
}

export default withMessages("/controls/timeline", ControlTimelinePage);
