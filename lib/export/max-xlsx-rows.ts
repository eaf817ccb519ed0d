/** Maximum number of rows of a workbook, which is built in memory. CSV has no limit. */
export const MAX_XLSX_ROWS = 50_000;
