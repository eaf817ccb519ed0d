import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import {
  CustomerDetails,
  CustomerHeader,
  CustomerControls,
  CustomerLocations,
} from "@/components/customers/customer-sections.tsx";
import {
  parseTableQuery,
  getRouteId,
  type SearchPage,
  type ResourcePage,
} from "@/lib/portal/queries/list-query.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireStaff } from "@/lib/portal/auth/session.ts";
import { LoadError } from "@/components/layout/load-error.tsx";
import { PreferencesSummary } from "@/components/preferences/preferences.dynamic.tsx";
import { PortalUsersCard } from "@/components/users/portal-users.tsx";
import { StatementLinkCard } from "@/components/statements/statement-link-card.tsx";
import { LostEnergyCard, TermsCard } from "@/components/value/value.dynamic.tsx";
import { readCustomerPage } from "@/lib/portal/queries/customer.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("customers"))("one") };
}

async function CustomerPage(page: ResourcePage & SearchPage) {
  const id = await getRouteId(page);
  const portal = await createPortalClient(await requireStaff());
  const query = parseTableQuery("listCustomerControls", await page.searchParams);
  const { customer: read, access, controls } = await readCustomerPage(portal, id, query);
  const { data, problem } = read;
  if (problem) return <LoadError problem={problem} />;
  const { customer, groups, locations, leaves } = data;
  if (!customer && portal.supports("getCustomer")) notFound();

  return (
    <>
      <CustomerHeader id={id} customer={customer} leaves={leaves} />
      <div className="grid grid-cols-1 gap-4">
        <CustomerDetails
          id={id}
          customer={customer}
          groups={groups}
          mayChange={portal.isAllowed("updateCustomer")}
          rereads={portal.supports("getCustomer")}
        />
        {access?.problem && <LoadError problem={access.problem} />}
        {access?.data && (
          <PortalUsersCard customer={customer ?? { id, name: id }} access={access.data} />
        )}
        <CustomerLocations
          id={id}
          locations={locations}
          mayCreate={portal.isAllowed("createLocation")}
        />
        {portal.supports("getCustomerPreferences") && <PreferencesSummary customerId={id} />}
        {portal.supports("getCustomerTerms") && (
          <TermsCard
            subject={{ kind: "customer", id }}
            mayChange={portal.isAllowed("setCustomerTerms")}
          />
        )}
        {portal.supports("getCustomerLostEnergy") && (
          <LostEnergyCard customerId={id} view="staff" locations={locations.items} />
        )}
        {portal.supports("getCustomerStatement") && <StatementLinkCard customerId={id} />}
        {controls?.problem && <LoadError problem={controls.problem} />}
        {controls?.data && <CustomerControls page={controls.data} query={query} />}
      </div>
    </>
  );
}

export default withMessages("/customers/[id]", CustomerPage);
