"use client";

import { FileSpreadsheet, FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import { MAX_XLSX_ROWS } from "@/lib/export/max-xlsx-rows.ts";
import type { ExportNoun } from "@/lib/portal/exports/export-rows.ts";

/** URL parameters that do not change the content of a file. */
const DISPLAY_PARAMS = ["page", "page_size", "columns", "id"];

/** The URL of a list's export, filtered and sorted as its page. */
export function exportHref(
  noun: ExportNoun,
  format: "csv" | "xlsx",
  params: URLSearchParams,
  of: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ format, ...of });
  for (const [name, value] of params) {
    if (!DISPLAY_PARAMS.includes(name) && !(name in of) && value.trim() !== "")
      query.set(name, value);
  }
  return `/api/exports/${noun}?${query}`;
}

const formats = [
  { format: "csv", Icon: FileText, hint: "csvHint" },
  { format: "xlsx", Icon: FileSpreadsheet, hint: "xlsxHint" },
] as const;

export interface ExportProps {
  noun: ExportNoun;
  /** Further query parameters of the list. */
  of?: Readonly<Record<string, string>> | undefined;
  /** The URL parameters of the list. */
  params: URLSearchParams;
  total: number;
  complete: boolean;
}

/** The file formats of an export. */
export function ExportChoices({ noun, of, params, total, complete }: ExportProps) {
  const t = useTranslations("table");
  const f = useFormats();
  return (
    <>
      <p className="px-2 pt-1 pb-1.5 text-xs text-muted">
        {t("exportHint", { count: total, total: f.count(total) })}
      </p>
      {formats.map(({ format, Icon, hint }) =>
        format === "xlsx" && total > MAX_XLSX_ROWS ? (
          <p key={format} className="px-2 py-1 text-xs text-muted">
            {t("xlsxTooMany", { max: f.count(MAX_XLSX_ROWS) })}
          </p>
        ) : (
          <a
            key={format}
            download
            href={exportHref(noun, format, params, of)}
            className="flex min-h-10 items-center gap-2.5 rounded px-2 py-1 hover:bg-sunken"
          >
            <Icon aria-hidden className="size-5 shrink-0 text-muted" />
            <span>
              <span className="block font-medium">{t(format)}</span>
              <span className="block text-xs text-muted">{t(hint)}</span>
            </span>
          </a>
        ),
      )}
      {!complete && <p className="px-2 py-1 text-xs text-muted">{t("exportCached")}</p>}
    </>
  );
}
