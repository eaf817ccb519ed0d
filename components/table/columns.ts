import {
  createColumnHelper,
  metaHelper,
  tableFeatures,
  type RowData,
  type TableOptions,
} from "@tanstack/react-table";
import type { SortDirection } from "./table-state.ts";

/** The display options of a column. */
export interface ColumnDisplay {
  /** The list can be sorted by it: the direction of the first click. Without it, it cannot. */
  sort?: SortDirection;
  /** Numbers are right-aligned. */
  align?: "end";
  /** Not broken over several lines (`xl`: where the screen is that wide): moments, windows. */
  whole?: true | "xl";
  /** The column that names the row: the heading of its card on a phone. */
  heads?: true;
  /** Left out of tables narrower than this; `lg`, `desk` and `xl` also of the cards of a phone. */
  from?: "md" | "lg" | "desk" | "xl" | "lg-or-card";
  /** Hidden unless the user selects it. */
  optional?: true;
  /** The column that selects the row; it is always there. */
  selects?: true;
}

/**
 * Sorting, paging and the visible columns are state of the URL, and the service sorts: the table library's
 * features for them would be code without a use.
 */
export const features = tableFeatures({ columnMeta: metaHelper<ColumnDisplay>() });

export type Columns<Row extends RowData> = TableOptions<typeof features, Row>["columns"];

/**
 * Makes the columns of one kind of row. A column that can be sorted has the contract's sort field
 * as its `id`, and the direction of the first click as `meta.sort`. Columns are made once per language.
 */
export const columnHelper = <Row extends RowData>() => createColumnHelper<typeof features, Row>();

/**
 * Hides a column below the width it needs: `desk` is a screen of 1280 pixels, `xl` what a table of
 * seven columns takes.
 */
export const hiddenBelow = (from: ColumnDisplay["from"]) =>
  from &&
  {
    md: "sm:max-md:hidden",
    lg: "max-lg:hidden!",
    desk: "max-xl:hidden!",
    xl: "max-[85rem]:hidden!",
    "lg-or-card": "sm:max-lg:hidden",
  }[from];
