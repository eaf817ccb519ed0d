import { z } from "zod";
import { MAX_XLSX_ROWS } from "../../export/max-xlsx-rows.ts";
import { localStamp } from "../../time/amsterdam.ts";
import { readerLocale } from "../../i18n/reader-locale.ts";
import { PortalError } from "../context/errors.ts";
import { csvFile, xlsxFile, type FileColumn } from "./export-file.ts";
import {
  parseExportInput,
  exportLists,
  buildFileName,
  toPageInput,
  type ExportNoun,
} from "./export-rows.ts";
import { exportMessages } from "../../i18n/messages.ts";
import { listRows } from "../directory/page.ts";
import type { Page } from "../directory/types.ts";
import { portalAction } from "../http/portal-route.ts";

const nouns = Object.keys(exportLists) as [ExportNoun, ...ExportNoun[]];

/**
 * Exports all rows of a list that match the filters, for users of the list's operation; a customer
 * gets only their own. An error on the first page is a problem; after that a CSV is aborted.
 */
export const exportRows = portalAction({
  params: z.object({ noun: z.enum(nouns) }),
  query: z.looseObject({ format: z.enum(["csv", "xlsx"]) }),
  async handle({ user, params: { noun }, query, request, requestId, now, createPortalClient }) {
    const list = exportLists[noun];
    const portal = await createPortalClient();
    if (!portal.isAllowed(list.operation)) {
      throw new PortalError("forbidden", "Your account may not do this.", requestId);
    }
    const input = parseExportInput(list.operation, query);
    const read = (page: number) =>
      list.read(portal, toPageInput(input, page)) as Promise<Page<{ id: string }>>;
    const t = await exportMessages(readerLocale(user, request.headers));
    const [first, columns] = await Promise.all([read(0), list.columns(t, portal, now().getTime())]);
    const rows = listRows(first, read);
    const id = list.of && input[list.of];
    const name = buildFileName(list.noun(t), id, localStamp(now().getTime()).slice(0, 10));
    const fileColumns = columns as FileColumn<{ id: string }>[];
    if (query.format === "csv") return csvFile(name, fileColumns, rows, requestId);
    return xlsxFile(name, fileColumns, await collectRows(rows, requestId), requestId);
  },
});

async function collectRows<Row>(rows: AsyncIterable<Row>, requestId: string): Promise<Row[]> {
  const collected: Row[] = [];
  for await (const row of rows) {
    collected.push(row);
    if (collected.length > MAX_XLSX_ROWS) {
      const detail = "Too many rows for a workbook: narrow the list, or export CSV.";
      throw new PortalError("invalid", detail, requestId);
    }
  }
  return collected;
}
