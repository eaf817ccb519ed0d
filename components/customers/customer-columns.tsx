import type { useTranslations } from "next-intl";
import type { Formats } from "@/lib/i18n/format.ts";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import { SelectPage, SelectRow } from "@/components/table/selection.tsx";
import {
  dayColumn,
  idColumn,
  nameColumn,
  ownerColumn,
} from "@/components/table/common-columns.tsx";
import type { Customer } from "@/lib/contract/customers.ts";
import { FALLBACK_LANGUAGE, languages } from "@/lib/i18n/locales.ts";

/** A customer, with the name of its group where that is known. */
export type CustomerRow = Customer & { group_name?: string };

type CustomerTranslator = ReturnType<typeof useTranslations<"customers">>;

const column = columnHelper<CustomerRow>();

const emailColumn = (t: CustomerTranslator) =>
  column.accessor("email", { header: t("email"), meta: { sort: "asc" } });

const languageColumn = (t: CustomerTranslator) =>
  column.accessor("language", {
    header: t("language"),
    meta: { sort: "asc", from: "lg" },
    cell: ({ getValue }) => languages[getValue() ?? FALLBACK_LANGUAGE],
  });

const selectColumn = column.display({
  id: "select",
  meta: { selects: true },
  header: ({ table }) => (
    <SelectPage rows={table.getRowModel().rows.map(({ original }) => original)} />
  ),
  cell: ({ row }) => <SelectRow row={row.original} />,
});

/** What is shown of all customers; `selectable` with a checkbox each. */
export const customerColumns = (
  t: CustomerTranslator,
  f: Formats,
  selectable: boolean,
): Columns<CustomerRow> => [
  ...(selectable ? [selectColumn] : []),
  ...column.columns([
    nameColumn<CustomerRow>(t("name"), "/customers"),
    emailColumn(t),
    languageColumn(t),
    ownerColumn<CustomerRow>("group_name", t("group"), (row) => row.group_name ?? row.group_id),
    dayColumn<CustomerRow>(t("since"), f),
    idColumn<CustomerRow>(t("id")),
  ]),
];

/** What is shown of the customers of a group. */
export const memberColumns = (t: CustomerTranslator): Columns<CustomerRow> =>
  column.columns([
    nameColumn<CustomerRow>(t("name"), "/customers"),
    emailColumn(t),
    languageColumn(t),
  ]);
