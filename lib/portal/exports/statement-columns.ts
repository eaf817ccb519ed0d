import type { Statement, StatementRow } from "../../contract/index.ts";
import type { ExportMessages } from "../../i18n/messages.ts";
import type { FileColumn } from "./export-file.ts";
import { KWH, numberColumn, textColumn, timeColumns } from "./export-columns.ts";

type Control = Statement["controls"][number];

/** What the ids of a statement are called now, by id; not part of its SHA-256. */
export interface StatementNames {
  customers: ReadonlyMap<string, string>;
  /** The addresses of locations. */
  locations: ReadonlyMap<string, string>;
  groups: ReadonlyMap<string, string>;
}

/** A line of a statement's file: a control at a location or a group, or the energy of a control. */
export interface StatementLine {
  id: string;
  control: Control;
  /** Null in the line of a control's energy. */
  row: StatementRow | null;
  version: number | null;
  sha256: string;
  names: StatementNames;
}

/** The lines of a statement; in a zone's each control has one of its own for energy and imbalance. */
export function toStatementLines(statement: Statement, names: StatementNames): StatementLine[] {
  const { controls, rows, version, sha256, bidding_zone } = statement;
  return controls.flatMap((control) => {
    const own = rows.filter(({ control_id }) => control_id === control.control_id);
    const lines: (StatementRow | null)[] = bidding_zone ? [null, ...own] : own;
    return lines.map((row, i) => ({
      id: `${control.control_id} ${i}`,
      control,
      row,
      version,
      sha256,
      names,
    }));
  });
}

type Amounts = StatementRow["customers"];

const amountColumns = (
  t: ExportMessages,
  side: string,
  read: (line: StatementLine) => Amounts | null | undefined,
): FileColumn<StatementLine>[] =>
  (["feed_in_eur", "import_eur", "compensation_eur", "wear_eur", "eur"] as const).map((name) =>
    numberColumn<StatementLine>(
      t,
      `${side}: ${t(`value.parts.${name === "eur" ? "total" : name}`)}`,
      "EUR",
      (line) => {
        const amounts = read(line);
        return amounts?.eur === null ? null : amounts?.[name];
      },
    ),
  );

/** The columns of a statement, for a customer without the supplier's. */
export const statementColumns = (
  t: ExportMessages,
  isZone: boolean,
): FileColumn<StatementLine>[] => [
  textColumn(t("table.file.controlId"), ({ control }) => control.control_id),
  textColumn(t("controls.list.type"), ({ control }) => t(`controls.types.${control.type}.title`)),
  ...timeColumns<StatementLine>(t, t("table.file.from"), ({ control }) => control.time_from),
  ...timeColumns<StatementLine>(t, t("table.file.until"), ({ control }) => control.time_to),
  textColumn(t("table.file.locationId"), ({ row }) => row?.location_id),
  textColumn(t("locations.address"), ({ row, names }) =>
    names.locations.get(row?.location_id ?? ""),
  ),
  textColumn(t("table.file.customerId"), ({ row }) => row?.customer_id),
  textColumn(t("locations.customer"), ({ row, names }) =>
    names.customers.get(row?.customer_id ?? ""),
  ),
  textColumn(t("table.file.groupId"), ({ row }) => row?.group_id),
  ...(isZone
    ? [
        textColumn<StatementLine>(t("locations.group"), ({ row, names }) =>
          names.groups.get(row?.group_id ?? ""),
        ),
      ]
    : []),
  numberColumn(t, t("statements.figures.volume"), KWH, ({ row }) => row?.volume_kwh),
  numberColumn(t, t("statements.figures.lost.staff"), KWH, ({ row }) => row?.lost_kwh),
  numberColumn(t, t("statements.controls.bandInFile"), KWH, ({ row, control }) =>
    row ? row.uncertainty_kwh : control.uncertainty_kwh,
  ),
  ...amountColumns(
    t,
    t(isZone ? "value.parts.customers" : "statements.controls.customer"),
    ({ row }) => row?.customers,
  ),
  ...(isZone
    ? [
        ...amountColumns(t, t("value.parts.supplier"), ({ row }) => row?.supplier),
        numberColumn<StatementLine>(t, t("value.parts.energy"), "EUR", ({ row, control }) =>
          row ? null : control.energy_eur,
        ),
        textColumn<StatementLine>(t("statements.controls.formula"), ({ row, control }) =>
          row
            ? null
            : control.formulas.map((one) => t(`statements.controls.formulas.${one}`)).join(", "),
        ),
      ]
    : []),
  textColumn(t("statements.prices.title"), ({ row, control }) =>
    row && isZone ? null : control.prices.map((price) => toPriceText(t, price)).join("; "),
  ),
  textColumn(t("statements.versions.missing"), ({ row, control }) =>
    (row?.missing ?? control.missing.map(({ what }) => what))
      .map((what) => t(`statements.missing.${what}`))
      .join(", "),
  ),
  numberColumn(t, t("statements.versions.version"), "", ({ version }) => version),
  textColumn(t("statements.versions.hash"), ({ sha256 }) => sha256),
];

const toPriceText = (
  t: ExportMessages,
  { time_from, market, eur_per_mwh, source, vintage }: Control["prices"][number],
) =>
  `${time_from} ${t(`statements.prices.markets.${market}`)} ${eur_per_mwh} EUR/MWh (${source}, ${vintage})`;
