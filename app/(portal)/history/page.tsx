import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { EnergyHistory } from "@/components/history/energy-history.tsx";
import { LocationSelect, PeriodSelect } from "@/components/history/history-filters.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import type { SearchPage } from "@/lib/portal/queries/list-query.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { readEnergyHistory } from "@/lib/portal/queries/energy-history.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("customerHome.history"))("title") };
}

/** A customer's energy by day, week and month. */
async function HistoryPage({ searchParams }: SearchPage) {
  const user = await requireUser();
  if (user.role !== "customer") notFound();
  const portal = await createPortalClient(user);
  const search = await searchParams;
  const now = Date.now();
  const { data, problem } = await load(() => readEnergyHistory(portal, search, now));
  const t = await getTranslations("customerHome.history");
  return (
    <>
      <PageHeader title={t("title")} subtitle={t("subtitle")} />
      {problem && <LoadError problem={problem} />}
      {data && data.location === null && <Empty title={t("noLocations")} />}
      {data && data.location !== null && (
        <div className="grid grid-cols-1 gap-5">
          <LocationSelect locations={data.locations} chosen={data.location} span={data.span} />
          <PeriodSelect
            location={data.location}
            span={data.span}
            compare={data.compared?.comparison ?? null}
            now={now}
          />
          <EnergyHistory
            location={data.location}
            span={data.span}
            measured={data.measured}
            compared={data.compared}
            controls={data.controls}
            registeredMs={data.registeredMs}
            now={now}
          />
        </div>
      )}
    </>
  );
}

export default withMessages("/history", HistoryPage);
