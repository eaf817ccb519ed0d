import { type Formats, UNKNOWN } from "@/lib/i18n/format.ts";
import { columnHelper, type ColumnDisplay } from "./columns.ts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link.tsx";

/** The name of something, linking to its page. */
export const nameColumn = <Row extends { id: string; name: string }>(
  header: string,
  path: `/${string}`,
) =>
  columnHelper<Row>().accessor((row) => row.name, {
    id: "name",
    header,
    meta: { sort: "asc", heads: true },
    cell: ({ row: { original } }) => (
      <RowLink href={`${path}/${encodeURIComponent(original.id)}`}>{original.name}</RowLink>
    ),
  });

/** The name of the customer or group that something belongs to. */
export const ownerColumn = <Row extends object>(
  id: "customer_name" | "group_name",
  header: string,
  nameOf: (row: Row) => string | null | undefined,
  display: ColumnDisplay = {},
) =>
  columnHelper<Row>().accessor((row) => nameOf(row), {
    id,
    header,
    meta: { sort: "asc", ...display },
    cell: ({ getValue }) => {
      const name = getValue();
      return name ? <LongText>{name}</LongText> : <NotGiven />;
    },
  });

/** The creation date, sortable. */
export const dayColumn = <Row extends { created_at: string }>(
  header: string,
  f: Formats,
  display: ColumnDisplay = { from: "xl" },
) =>
  columnHelper<Row>().accessor((row) => row.created_at, {
    id: "created_at",
    header,
    meta: { sort: "desc", ...display, whole: true },
    cell: ({ getValue }) => f.day(getValue()),
  });

/** The id, hidden by default. */
export const idColumn = <Row extends { id: string }>(header: string) =>
  columnHelper<Row>().accessor((row) => row.id, {
    id: "id",
    header,
    meta: { sort: "asc", optional: true },
    cell: ({ getValue }) => <code className="text-xs select-all">{getValue()}</code>,
  });

/** The link that names a row: a press anywhere on the row follows it. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      data-row-link
      href={href}
      title={typeof children === "string" ? children : undefined}
      className="inline-block py-0.5 font-medium underline-offset-3 hover:underline max-sm:font-semibold sm:line-clamp-2"
    >
      {children}
    </Link>
  );
}

/** A text that may be long: two lines of it in a table, all of it on a phone. */
export function LongText({ children }: { children: string }) {
  return (
    <span title={children} className="sm:line-clamp-2 sm:min-w-24">
      {children}
    </span>
  );
}

/** A missing value; `text` is its label for screen readers. */
export function NotGiven({ text }: { text?: string }) {
  const t = useTranslations("table");
  return (
    <span data-not-given className="text-muted">
      <span aria-hidden>{UNKNOWN}</span>
      <span className="sr-only">{text ?? t("missing")}</span>
    </span>
  );
}
