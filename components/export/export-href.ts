import type { ExportNoun } from "@/lib/portal/exports/export-rows.ts";

/** How a table shows its rows, which does not change what a file holds. */
const shown = ["page", "page_size", "columns", "id"];

/** Where all rows of a list are found as a file, narrowed and ordered as the list's address says. */
export function exportHref(
  noun: ExportNoun,
  format: "csv" | "xlsx",
  params: URLSearchParams,
  of: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ format, ...of });
  for (const [name, value] of params) {
    if (!shown.includes(name) && !(name in of) && value.trim() !== "") query.set(name, value);
  }
  return `/api/exports/${noun}?${query}`;
}
