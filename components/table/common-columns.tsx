import type { Formats } from "@/lib/i18n/format.ts";
import { LongText, NotGiven, RowLink } from "./cells.tsx";
import { columnHelper, type ColumnDisplay } from "./columns.ts";

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
  look: ColumnDisplay = {},
) =>
  columnHelper<Row>().accessor((row) => nameOf(row), {
    id,
    header,
    meta: { sort: "asc", ...look },
    cell: ({ getValue }) => {
      const name = getValue();
      return name ? <LongText>{name}</LongText> : <NotGiven />;
    },
  });

/** The creation date, sortable. */
export const dayColumn = <Row extends { created_at: string }>(
  header: string,
  f: Formats,
  look: ColumnDisplay = { from: "xl" },
) =>
  columnHelper<Row>().accessor((row) => row.created_at, {
    id: "created_at",
    header,
    meta: { sort: "desc", ...look, whole: true },
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
