"use client";

import { useTranslations } from "next-intl";
import { DataTable, type ListPage } from "@/components/table/data-table.tsx";
import type { TableFilter } from "@/components/table/table-filters.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useNow } from "@/components/ui/use-now.ts";
import type { LocationState } from "@/lib/contract/locations.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import type { PartialLocation } from "@/lib/portal/directory/types.ts";
import type { GroupOption } from "@/lib/portal/queries/group.ts";
import type { LocationOptions } from "@/lib/portal/queries/location.ts";
import { useLocationColumns } from "./location-columns.tsx";

const EVERY = 10_000;
const states: LocationState[] = ["reporting", "responding", "silent", "never_reported"];

/** All locations the user may see; with `choices` also their customer and group, for staff. */
export function LocationsTable({
  page,
  query,
  choices,
  serverNow,
}: {
  page: ListPage<PartialLocation>;
  query: QueryOf<"listLocations">;
  choices: LocationOptions | null;
  serverNow: number;
}) {
  const t = useTranslations("locations");
  const now = useNow(EVERY, serverNow);
  const isStaff = choices !== null;
  const columns = useLocationColumns(isStaff ? "anybodys" : "mine");
  const names = new Map(choices?.groups.map(({ id, name }) => [id, name]));
  const items = page.items.map((location) => ({
    ...location,
    now,
    group_name: names.get(location.group_id ?? ""),
  }));
  return (
    <DataTable
      columns={columns}
      page={{ ...page, items }}
      query={query}
      searchable
      searchPlaceholder={isStaff ? t("searchHint") : t("searchHintCustomer")}
      filters={choices ? createFilters(choices, t) : []}
      noun={t("noun")}
      name="locations"
      {...(isStaff && { views: "/locations" })}
      plain={!isStaff}
      empty={<Empty title={t("empty")} />}
    />
  );
}

function createFilters(
  { groups, customer, states: availableStates }: LocationOptions,
  t: ReturnType<typeof useTranslations<"locations">>,
): TableFilter[] {
  const choice = ({ id, name }: GroupOption) => ({ value: id, label: name });
  const filters: TableFilter[] = [];
  if (availableStates) {
    const options = states.map((state) => ({
      value: state,
      label: state === "reporting" ? t("reportingOnly") : t(`states.${state}`),
    }));
    filters.push({ name: "state", label: t("state"), options });
  }
  if (groups.length > 0) {
    filters.push({ name: "group_id", label: t("group"), options: groups.map(choice) });
  }
  if (customer) {
    filters.push({ name: "customer_id", label: t("customer"), options: [choice(customer)] });
  }
  return filters;
}
