import type { RowData } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names.ts";
import { columnId, type ColumnVisibility } from "./use-column-visibility.ts";
import type { ColumnDisplay, Columns } from "./columns.ts";

/** Seen only at the widths at which a column is left out; see `hiddenBelow`. */
const widthClasses = {
  md: "max-sm:hidden md:hidden",
  "lg-or-card": "max-sm:hidden lg:hidden",
  lg: "lg:hidden",
  desk: "xl:hidden",
  xl: "min-[85rem]:hidden",
} as const satisfies Record<NonNullable<ColumnDisplay["from"]>, string>;
const byWidth = Object.keys(widthClasses) as (keyof typeof widthClasses)[];

/** Names the columns that the width of the screen leaves out of a table. */
export function HiddenColumnsNote<Row extends RowData>({
  columns,
  choice,
}: {
  columns: Columns<Row>;
  choice: ColumnVisibility;
}) {
  const t = useTranslations("table");
  if (choice.chosen) return null;
  const hidden = columns.flatMap((column) => {
    const { header, meta } = column;
    const isVisible = choice.visibility[columnId(column)] ?? true;
    return meta?.from && isVisible && typeof header === "string" ? { header, from: meta.from } : [];
  });
  const widest = byWidth.findLast((from) => hidden.some((one) => one.from === from));
  if (!widest) return null;
  return (
    <p
      className={classNames(
        "border-t border-line px-4 py-2 text-xs text-muted sm:px-5",
        widthClasses[widest],
      )}
    >
      {t("hiddenHere")}
      {hidden.map(({ header, from }) => (
        <span key={header} className={widthClasses[from]}>
          {` · ${header}`}
        </span>
      ))}
    </p>
  );
}
