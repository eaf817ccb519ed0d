import { useTranslations } from "next-intl";
import { LocationControlsTable } from "@/components/controls/list/location-controls-table.dynamic.tsx";
import { LocationsCard } from "@/components/locations/locations-card.tsx";
import { LocationRows } from "@/components/locations/locations.dynamic.tsx";
import { CreateLink } from "@/components/table/create-link.tsx";
import type { PageQuery } from "@/components/table/table-state.ts";
import type { PartialLocation, Page } from "@/lib/portal/directory/types.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Customer } from "@/lib/contract/customers.ts";
import type { DeletionImpact } from "@/lib/portal/queries/customer.ts";
import { DeleteCustomer } from "./delete-customer.tsx";
import { Card } from "@/components/ui/card.tsx";
import { CustomerForm } from "./customer-form.tsx";
import { NotGiven } from "@/components/table/common-columns.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { FALLBACK_LANGUAGE, languages } from "@/lib/i18n/locales.ts";
import type { GroupOption } from "@/lib/portal/queries/group.ts";

/** The first locations of a customer, and the way to another one for who may make it. */
export function CustomerLocations({
  id,
  locations,
  mayCreate,
}: {
  id: string;
  locations: Page<PartialLocation>;
  mayCreate: boolean;
}) {
  const t = useTranslations("customers");
  const key = encodeURIComponent(id);
  return (
    <LocationsCard
      page={locations}
      allHref={`/locations?customer_id=${key}`}
      empty={locations.complete ? t("locationsEmpty") : t("locationsUnknown")}
      actions={
        mayCreate && (
          <CreateLink size="sm" variant="secondary" href={`/locations/new?customer=${key}`}>
            {t("newLocation")}
          </CreateLink>
        )
      }
    >
      <LocationRows locations={locations.items} whose="customers" serverNow={Date.now()} />
    </LocationsCard>
  );
}

/** The controls that affected a customer's locations. */
export function CustomerControls({
  page,
  query,
}: {
  page: Page<LocatedControl>;
  query: PageQuery;
}) {
  const t = useTranslations("customers");
  return (
    <LocationControlsTable
      title={t("controlsTitle")}
      empty={t("controlsEmpty")}
      page={page}
      query={query}
      serverNow={Date.now()}
    />
  );
}

/** The heading of a customer's page, with the way to deleting it and what goes along. */
export function CustomerHeader({
  id,
  customer,
  leaves,
}: {
  id: string;
  customer: Customer | null;
  /** What is deleted with it; null for who may not delete it. */
  leaves: DeletionImpact | null;
}) {
  const t = useTranslations("customers");
  return (
    <PageHeader
      title={customer?.name ?? id}
      subtitle={customer?.email ?? t("notFound")}
      backHref="/customers"
      backLabel={t("title")}
      actions={leaves && <DeleteCustomer id={id} name={customer?.name ?? null} impact={leaves} />}
    />
  );
}

/** What is on record of a customer: in a form for who may change it, else to read. */
export function CustomerDetails({
  id,
  customer,
  groups,
  mayChange,
  rereads,
}: {
  id: string;
  customer: Customer | null;
  groups: GroupOption[];
  mayChange: boolean;
  /** Whether the service provides single customers. */
  rereads: boolean;
}) {
  const t = useTranslations("customers");
  return (
    <Card title={t("details")} className="max-w-3xl">
      {mayChange ? (
        <CustomerForm
          key={customer ? "known" : "unknown"}
          customer={customer ?? { id, name: "" }}
          groups={groups}
          rereads={rereads}
        />
      ) : (
        <CustomerFacts id={id} customer={customer} groups={groups} />
      )}
    </Card>
  );
}

/** What is on record of a customer, for who may read it and no more. */
function CustomerFacts({
  id,
  customer,
  groups,
}: {
  id: string;
  customer: Customer | null;
  groups: GroupOption[];
}) {
  const t = useTranslations("customers");
  const f = useFormats();
  if (!customer) return <DescriptionList entries={[]} id={id} />;
  const { name, email, language, group_id, created_at } = customer;
  const group = groups.find((one) => one.id === group_id)?.name ?? group_id;
  return (
    <DescriptionList
      entries={[
        [t("name"), name],
        [t("email"), email],
        [t("language"), languages[language ?? FALLBACK_LANGUAGE]],
        [t("group"), group ?? <NotGiven key="group" />],
        [t("since"), f.day(created_at)],
      ]}
      id={id}
    />
  );
}
