import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Activity, ActivityPaging } from "@/components/customer-home/activity.dynamic.tsx";
import { LoadError } from "@/components/layout/load-error.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Problem } from "@/lib/contract/problem.ts";
import type { readActivity } from "@/lib/portal/queries/customer-home.ts";

/** The activity page of a customer: the requests at their locations. */
export function CustomerControls({
  data,
  problem,
  query,
  serverNow,
}: {
  data: Awaited<ReturnType<typeof readActivity>> | null;
  problem: Problem | null;
  query: ComponentProps<typeof ActivityPaging>["query"];
  serverNow: number;
}) {
  const t = useTranslations("customerHome.activity");
  return (
    <>
      <PageHeader title={t("title")} subtitle={t("subtitle")} />
      {problem && <LoadError problem={problem} />}
      {data && (
        <>
          <Activity {...data} serverNow={serverNow} heading="h2" />
          <ActivityPaging total={data.page.total} query={query} />
        </>
      )}
    </>
  );
}
