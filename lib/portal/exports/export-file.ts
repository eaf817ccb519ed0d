import { CSV_START, CSV_TYPE, csvLine, type CsvCell } from "../../export/csv.ts";
import { markHidden } from "../../contract/hidden-characters.ts";
import { localStamp, utcStamp } from "../../time/amsterdam.ts";
import { log, getErrorReason } from "../context/log.ts";

/** A column of a file and how its cells are read from a row. */
export interface FileColumn<Row> {
  header: string;
  /** A `local` or `utc` cell is a time: milliseconds since 1970. */
  kind: "text" | "number" | "local" | "utc";
  value: (row: Row) => string | number | null | undefined;
}

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const TIME_FORMAT = "yyyy-mm-dd hh:mm:ss";
const MIN_WIDTH = 10;
const MAX_WIDTH = 42;

/** Streams rows as CSV while they are read; if reading fails, the download is aborted. */
export function csvFile<Row>(
  name: string,
  columns: FileColumn<Row>[],
  rows: AsyncIterable<Row>,
  requestId: string,
): Response {
  const lines = csvLines(columns, rows);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log.error({ requestId, reason: getErrorReason(error) }, "Export aborted");
        controller.error(error);
      }
    },
    cancel: () => void lines.return(undefined),
  });
  return fileResponse(stream, `${name}.csv`, CSV_TYPE, requestId);
}

async function* csvLines<Row>(
  columns: FileColumn<Row>[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<string, void> {
  yield CSV_START + csvLine(columns.map(({ header }) => header));
  for await (const row of rows) yield csvLine(columns.map((column) => toCsvCell(column, row)));
}

function toCsvCell<Row>({ kind, value }: FileColumn<Row>, row: Row): CsvCell {
  const cell = value(row);
  if (typeof cell !== "number") return cell;
  if (kind === "local") return localStamp(cell);
  return kind === "utc" ? utcStamp(cell) : cell;
}

/** Rows as a workbook of one sheet with a bold, fixed header; all rows are held in memory. */
export async function xlsxFile<Row>(
  name: string,
  columns: FileColumn<Row>[],
  rows: Row[],
  requestId: string,
): Promise<Response> {
  const { default: writeXlsxFile } = await import("write-excel-file/node");
  const headings = columns.map(({ header }) => ({
    value: header,
    type: String,
    fontWeight: "bold" as const,
  }));
  const data = rows.map((row) => columns.map((column) => toXlsxCell(column, row)));
  const widths = columns.map((column, index) => ({
    width: getWidth(
      column,
      data.slice(0, 200).map((cells) => cells[index]),
    ),
  }));
  const options = { sheet: name.slice(0, 31), columns: widths, stickyRowsCount: 1 };
  const buffer = await writeXlsxFile([headings, ...data], options).toBuffer();
  return fileResponse(new Uint8Array(buffer), `${name}.xlsx`, XLSX_TYPE, requestId);
}

/** A sheet has no time zones: a time is written as the clock in Amsterdam, or in UTC, shows it. */
function toXlsxCell<Row>({ kind, value }: FileColumn<Row>, row: Row) {
  const cell = value(row);
  if (cell === null || cell === undefined || cell === "") return null;
  if (typeof cell === "string") return { value: markHidden(cell), type: String };
  if (kind === "text" || kind === "number") return { value: cell, type: Number };
  const stamp = kind === "local" ? localStamp(cell) : utcStamp(cell);
  return { value: new Date(`${stamp.replace(" ", "T")}Z`), type: Date, format: TIME_FORMAT };
}

function getWidth<Row>(
  { header, kind }: FileColumn<Row>,
  cells: ({ value: unknown } | null | undefined)[],
): number {
  const maxLength = Math.max(
    header.length,
    kind === "local" || kind === "utc" ? TIME_FORMAT.length : 0,
    ...cells.map((cell) => (typeof cell?.value === "string" ? cell.value.length : 0)),
  );
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, maxLength + 2));
}

const fileResponse = (body: BodyInit, name: string, type: string, requestId: string): Response =>
  new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "X-Request-Id": requestId,
    },
  });
