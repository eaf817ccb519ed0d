import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LoadError } from "@/components/layout/load-error.tsx";
import { StatementView } from "@/components/statements/statement-view.tsx";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import type { SearchPage } from "@/lib/portal/queries/list-query.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { parseStatementSearch, readStatement } from "@/lib/portal/queries/statement.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("layout.places"))("statements") };
}

/** The statement of a month: staff's of the zone or a customer, a customer's own. */
export default async function StatementsPage({ searchParams }: SearchPage) {
  const portal = await createPortalClient(await requireUser());
  const now = Date.now();
  const search = parseStatementSearch(portal, await searchParams, now);
  const { data, problem } = await load(() => readStatement(portal, search));
  if (problem) return <LoadError problem={problem} />;
  return (
    <StatementView
      {...data}
      reader={portal.user.role}
      isChecked={search.isChecked}
      mayIssue={portal.isAllowed("issueCustomerStatement")}
      now={now}
    />
  );
}
